// Slash commands from JavaScript (Node 22): node commands.mjs PORT TOKEN "get 1 oak log"
const [port, token, goal] = process.argv.slice(2);
const name = `example-${crypto.randomUUID()}`; // an id stands for its first message, as long as its client is known
async function session(steps) {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { Authorization: `Bearer ${token}` } });
  const waiting = new Map();
  ws.onmessage = ({ data }) => { const a = JSON.parse(data); if (a.success === false) { console.error(a.error); process.exit(1); } waiting.get(`${a.id} ${a.type}`)?.(a.data); };
  await new Promise((open) => { ws.onopen = open; ws.onerror = () => { console.error('Minehand does not let this client in: look at port and token'); process.exit(1); }; });
  const ask = (m, type = 'response') => new Promise((answer) => { waiting.set(`${m.id} ${type}`, answer); ws.send(JSON.stringify(m)); });
  await ask({ type: 'hello', id: 'hello', client: name });
  await steps(ask);
  ws.close();
}
const doing = { type: 'slash_command', id: 4, command: '/goal', args: goal };
await session(async (ask) => {
  console.log(`${(await ask({ type: 'get_all_commands', id: 1 })).commands.length} commands`);
  console.log('/model goes on:', JSON.stringify((await ask({ type: 'get_completions', id: 2, command: '/model', prefix: '' })).completions));
  console.log((await ask({ type: 'slash_command', id: 3, command: '/mode', args: 'hybrid' }, 'command_result')).text);
  console.log('task', (await ask(doing, 'command_accepted')).taskId);
}); // the connection is lost here; the same message under the same name finds the goal again
await session(async (ask) => console.log((await ask(doing, 'command_result')).text));
