import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { askServer, explain, judge, modsOf, plainReason } from './servers.ts'

const require = createRequire(import.meta.url)
const o = { host: 'example.org', port: 25565, name: 'Hand', version: null }

describe('reasons of a server', () => {
  it('are read from text, JSON, components and NBT', () => {
    assert.equal(plainReason('Bye'), 'Bye')
    assert.equal(plainReason('{"text":"","extra":[{"text":"You are "},{"text":"\u00a7cbanned"}]}'), 'You are banned')
    assert.equal(plainReason({ translate: 'multiplayer.disconnect.kicked', with: ['x'] }), 'multiplayer.disconnect.kicked x')
    assert.equal(plainReason({ type: 'compound', value: { translate: { type: 'string', value: 'multiplayer.disconnect.server_full' } } }), 'multiplayer.disconnect.server_full')
    assert.equal(plainReason({ type: 'string', value: 'come back' }), 'come back')
    assert.equal(plainReason('{half'), '{half')
    assert.equal(plainReason(null), '')
  })

  it('become sentences that name the fix', () => {
    for (const [reason, want] of [
      ['{"translate":"multiplayer.disconnect.unverified_username"}', /--auth microsoft/],
      ['{"text":"A player of the username is already logged in"}', /another player named Hand .* --name/],
      ['{"translate":"multiplayer.disconnect.duplicate_login"}', /another player joined .* as Hand/],
      ['{"translate":"multiplayer.disconnect.not_whitelisted"}', /whitelist add Hand/],
      ['{"translate":"multiplayer.disconnect.banned.reason","with":["griefing"]}', /pardon Hand/],
      ['{"translate":"multiplayer.disconnect.server_full"}', /full: make room/],
      ['{"translate":"multiplayer.disconnect.incompatible","with":["1.20.4"]}', /speaks 1\.20\.4: leave --version out/],
      ['Outdated server! I\'m still on 1.14.4', /speaks 1\.14\.4/],
      ['{"translate":"multiplayer.disconnect.missing_public_key"}', /signed chat/],
      ['Unable to authenticate - no data was forwarded by the proxy.', /proxy's address/],
      ['{"translate":"multiplayer.requiredTexturePrompt.disconnect"}', /resource pack/],
      ['{"translate":"multiplayer.disconnect.invalid_player_movement"}', /how it moves/],
      ['EPIPE', /without a reason/], ['ECONNREFUSED', /no Minecraft server answers/], ['ENOTFOUND', /no machine named example\.org/],
      ['{"text":"Come to my party"}', /\("Come to my party"\): the bot tries again/],
    ] as const) {
      const text = explain(reason, o)
      assert.match(text, want)
      assert.doesNotMatch(text, /[{}]|translate/)
    }
  })
})

describe('a server that is asked for its version', () => {
  const servers: { close(): void; socketServer: { address(): { port: number } } }[] = []
  const listen = async (version: string, change: (s: Record<string, unknown>) => void = () => undefined): Promise<{ host: string; port: number; version: null }> => {
    const mc = require('minecraft-protocol') as { createServer(o: object): typeof servers[0] & { once(e: string, f: () => void): void } }
    const server = mc.createServer({ version, host: '127.0.0.1', port: 0, 'online-mode': false, beforePing: (r: Record<string, unknown>) => { change(r); return r } })
    await new Promise<void>(resolve => { server.once('listening', resolve) })
    servers.push(server)
    return { host: '127.0.0.1', port: server.socketServer.address().port, version: null }
  }
  after(() => { for (const s of servers) s.close() })
  before(() => { process.setMaxListeners(0) })

  it('is tested, untested or unsupported', async () => {
    for (const [version, grade, want] of [
      ['1.21.4', 'tested', /tested on/], ['1.16.5', 'tested', /tested on/], ['1.14.4', 'untested', /should work/], ['1.12.2', 'unsupported', /from 1\.13 on/],
    ] as const) {
      const at = await listen(version)
      const v = judge(await askServer(at.host, at.port), at)
      assert.equal(v.grade, grade)
      assert.equal(v.version, version)
      assert.match(v.sentence, want)
    }
  })

  it('is answered with its own version, not the one that failed', async () => {
    const at = await listen('1.16.5')
    const status = await askServer(at.host, at.port)
    assert.match(judge(status, { ...at, version: '1.21.4' }).sentence, /speaks 1\.16\.5, not 1\.21\.4: leave --version out, or give --version 1\.16\.5/)
    assert.equal(judge(status, { ...at, version: '1.16.4' }).grade, 'untested') // the same protocol
  })

  it('may be a proxy, a snapshot or modded', async () => {
    const proxy = await listen('1.21.4', s => { s['version'] = { name: 'Velocity 1.7.2-1.21.4', protocol: 769 } })
    const status = await askServer(proxy.host, proxy.port)
    assert.equal(judge(status, proxy).version, '1.21.4')
    assert.equal(judge(status, { ...proxy, version: '1.16.5' }).grade, 'tested')
    const snapshot = await listen('1.21.4', s => { s['version'] = { name: '99w01a', protocol: 1073999 } })
    // A later release with the protocol of the newest that is known is spoken to as that one.
    const at = { host: 'localhost', port: 1, version: null }
    assert.deepEqual((({ grade, version }) => ({ grade, version }))(judge({ version: { name: '26.1.2', protocol: 775 } }, at)), { grade: 'untested', version: '26.1' })
    assert.match(judge({ version: { name: '26.2', protocol: 776 } }, at).sentence, /speaks 26\.2, and the bot knows versions up to 26\.1/)
    assert.match(judge(await askServer(snapshot.host, snapshot.port), snapshot).sentence, /speaks 99w01a, which this bot does not know/)
    const forge = await listen('1.16.5', s => { s['forgeData'] = { mods: [{ modId: 'minecraft' }, { modId: 'create' }] } })
    assert.match(modsOf(await askServer(forge.host, forge.port)) ?? '', /mods \(create\)/)
    assert.equal(modsOf({}), null)
  })
})
