// Slash commands from JavaScript (Node 22): node commands.mjs PORT TOKEN "get 1 oak log"
const [port, token, goal] = process.argv.slice(2);
const say = (text) => console.log(text);
let ws, answers = [], wake = () => {};
const connect = () => new Promise((ready) => {
  ws = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { Authorization: `Bearer ${token}` } });
  ws.onmessage = (e) => { answers.push(JSON.parse(e.data)); wake(); };
  ws.onopen = async () => { await ask({ type: 'hello', id: 'hello', client: 'example-js' }); ready(); };
});
async function ask(message, type = message.type === 'slash_command' ? 'command_result' : 'response') {
  ws.send(JSON.stringify(message));
  for (;;) {
    const i = answers.findIndex((a) => a.id === message.id && a.type === type);
    if (i >= 0) return answers.splice(i, 1)[0];
    await new Promise((r) => (wake = r));
  }
}
await connect();
say(`${(await ask({ type: 'get_all_commands', id: 1 })).data.commands.length} commands`);
say(`/model goes on: ${JSON.stringify((await ask({ type: 'get_completions', id: 2, command: '/model', prefix: '' })).data.completions)}`);
say((await ask({ type: 'slash_command', id: 3, command: '/mode', args: 'hybrid' })).data.text);
const doing = { type: 'slash_command', id: 4, command: '/goal', args: goal };
say(`task ${(await ask(doing, 'command_accepted')).data.taskId}`);
ws.close(); // the same message under the same name finds the goal again
await connect();
say((await ask(doing)).data.text);
ws.close();
