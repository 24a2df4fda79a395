// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { ask, explain, fieldsOf, judge, modsOf, needsAccount, plainReason, unasked, unplayable } from './servers.ts'
import { NoStatus } from './status.ts'

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

  it('say when an account would help', () => {
    assert.equal(needsAccount('{"translate":"multiplayer.disconnect.unverified_username"}'), true)
    assert.equal(needsAccount({ translate: 'multiplayer.disconnect.missing_public_key' }), true)
    assert.equal(needsAccount('{"translate":"multiplayer.disconnect.server_full"}'), false)
    assert.equal(needsAccount('ECONNREFUSED'), false)
  })

  it('are messages that a page says in its language', () => {
    const texts = JSON.parse(readFileSync(new URL('../../game/messages/en.json', import.meta.url), 'utf8')) as Record<string, string>
    for (const reason of ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'unverified_username', 'missing_public_key', 'ip forwarding', 'duplicate_login', 'name_taken', 'whitelist', 'banned', 'server_full',
      'mod rejections', 'resource pack', 'flying is not enabled', 'idling', 'outdated', 'EPIPE', 'keepalive', 'server closed', 'Come to my party', new NoStatus(null, 'it says nothing')]) {
      const { say } = fieldsOf(reason, o)
      const text = texts[say?.code ?? '']
      assert.ok(text, `${String(reason)}: there are no words for ${say?.code}`)
      assert.doesNotMatch(text, /--/)
      for (const [, value = ''] of text.matchAll(/\{(\w+)\}/g)) assert.ok(say?.values[value], `${say?.code} lacks ${value}`)
    }
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

describe('what listens where no Minecraft server does', () => {
  const bytes = (...of: (number | string)[]): Buffer => Buffer.concat(of.map(b => (typeof b === 'string' ? Buffer.from(b) : Buffer.from([b]))))
  const status = (json: string): Buffer => bytes(json.length + 2, 0, json.length, json)
  for (const [name, plays, want] of [
    ['a web server', s => { s.once('data', () => { s.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n') }) }, /is a web server, no Minecraft server of Java Edition: check the port/],
    ['an SSH server', s => { s.write('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n') }, /is an SSH server, no Minecraft server/],
    ['a mail server', s => { s.write('220 mail.example.org ESMTP\r\n') }, /is a mail or file server, no Minecraft/],
    ['TLS', s => { s.once('data', () => { s.end(bytes(0x15, 3, 1, 0, 2, 2, 0x46)) }) }, /is a server that wants TLS, no Minecraft/],
    ['an old name', s => { s.write('VERSION 1\r\n') }, /is a server of something else, no Minecraft/],
    ['nothing', () => undefined, /hides its version \(it says nothing\): check the port/],
    ['a closed door', s => { s.end() }, /hides its version \(it closed the connection\): check the port/],
    ['noise', s => { s.write(Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919 + 200) % 256))) }, /no Minecraft server .*its answer is no status/],
    ['a long packet', s => { s.write(bytes(0xff, 0xff, 0xff, 0x7f, 0)) }, /its answer is no status/],
    ['no JSON', s => { s.write(status('abc')) }, /its answer is no status/],
    ['null', s => { s.write(status('null')) }, /its answer is no status/],
    ['no version', s => { s.write(status('{"players":{}}')) }, /its answer is no status/],
    ['a version of numbers', s => { s.write(status('{"version":{"name":7,"protocol":"x"}}')) }, /its answer is no status/],
  ] as [string, (s: Socket) => void, RegExp][]) {
    it(`is told in one sentence: ${name}`, async () => {
      const server = createServer(s => { s.on('error', () => undefined); plays(s) })
      await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
      const at = { ...o, host: '127.0.0.1', port: (server.address() as AddressInfo).port }
      try {
        const text = await ask(at.host, at.port, 500).then(s => `answered ${JSON.stringify(s)}`, (err: unknown) => unasked(err, at))
        assert.match(text, want)
        assert.match(text, new RegExp(`127\\.0\\.0\\.1:${at.port}`))
        assert.doesNotMatch(text, /cannot be reached|undefined|JSON|token/)
      } finally {
        server.close()
      }
    })
  }
})

describe('a version that a person gives', () => {
  it('is one that the bot plays', () => {
    for (const version of ['1.14', '1.16.5', '1.21.4', '1.21.2', '1.21.7', '1.19.1', '26.1', '26.1.2']) assert.equal(unplayable(version), null)
    for (const version of ['1.12', '1.8.9', '1.99', '1.14.2', '1.16.6', '26.2', '0.30c', '20w13b', 'latest', '']) {
      assert.match(unplayable(version) ?? '', new RegExp(`--version ${version} is not supported: the bot plays 1\\.14 to 26\\.1 \\(tested: 1\\.16\\.5 and 1\\.21\\.4\\); leave --version out`))
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
      ['1.21.4', 'tested', /tested on/], ['1.16.5', 'tested', /tested on/], ['1.14.4', 'untested', /should work/], ['1.12.2', 'unsupported', /plays 1\.14 to 26\.1: use a newer server/],
    ] as const) {
      const at = await listen(version)
      const v = judge(await ask(at.host, at.port), at)
      assert.equal(v.grade, grade)
      assert.equal(v.version, version)
      assert.match(v.sentence, want)
    }
  })

  it('is answered with its own version, not the one that failed', async () => {
    const at = await listen('1.16.5')
    const status = await ask(at.host, at.port)
    assert.match(judge(status, { ...at, version: '1.21.4' }).sentence, /speaks 1\.16\.5, not 1\.21\.4: leave --version out, or give --version 1\.16\.5/)
    assert.equal(judge(status, { ...at, version: '1.16.4' }).grade, 'untested') // the same protocol
  })

  it('is spoken to in its protocol, by the name that the libraries have for it', () => {
    const at = { host: 'localhost', port: 1, version: null }
    for (const [name, protocol, want] of [['Paper 1.21.7', 772, '1.21.8'], ['1.21.2', 768, '1.21.3'], ['1.19.1', 760, '1.19.2'], ['1.21.4', 769, '1.21.4'], ['a server', 769, '1.21.4']] as const) {
      assert.equal(judge({ version: { name, protocol } }, at).version, want)
      if (name !== 'a server') assert.equal(judge({ version: { name, protocol } }, { ...at, version: /[\d.]+$/.exec(name)?.[0] ?? '' }).version, want)
    }
    assert.match(judge({ version: { name: '1.14.2', protocol: 485 } }, at).sentence, /speaks 1\.14\.2, which this bot does not know: it plays 1\.14 to 26\.1/)
    // A version that is not the server's is no way into a server that cannot be played on.
    assert.match(judge({ version: { name: '1.12.2', protocol: 340 } }, { ...at, version: '1.16.5' }).sentence, /speaks 1\.12\.2, and the bot plays 1\.14 to 26\.1: use a newer server/)
  })

  it('may be a proxy, a snapshot or modded', async () => {
    const proxy = await listen('1.21.4', s => { s['version'] = { name: 'Velocity 1.7.2-1.21.4', protocol: 769 } })
    const status = await ask(proxy.host, proxy.port)
    assert.equal(judge(status, proxy).version, '1.21.4')
    assert.equal(judge(status, { ...proxy, version: '1.16.5' }).grade, 'tested')
    const snapshot = await listen('1.21.4', s => { s['version'] = { name: '99w01a', protocol: 1073999 } })
    // A later release with the protocol of the newest that is known is spoken to as that one.
    const at = { host: 'localhost', port: 1, version: null }
    assert.deepEqual((({ grade, version }) => ({ grade, version }))(judge({ version: { name: '26.1.2', protocol: 775 } }, at)), { grade: 'untested', version: '26.1' })
    assert.match(judge({ version: { name: '26.2', protocol: 776 } }, at).sentence, /speaks 26\.2, and the bot plays 1\.14 to 26\.1: put ViaBackwards/)
    assert.match(judge(await ask(snapshot.host, snapshot.port), snapshot).sentence, /speaks 99w01a, which this bot does not know/)
    const forge = await listen('1.16.5', s => { s['forgeData'] = { mods: [{ modId: 'minecraft' }, { modId: 'create' }] } })
    assert.match(modsOf(await ask(forge.host, forge.port)) ?? '', /mods \(create\)/)
    assert.equal(modsOf({}), null)
  })
})
