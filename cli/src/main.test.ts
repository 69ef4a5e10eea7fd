import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { ask, sendTo, signInAt, startTestServer } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createCommandLine, type Finished, makeFolder, writeFiles } from './testing/command-line.ts'

const database = await createTestDatabase()
const server = await startTestServer(database)
const admin = await buildUser(database.db, { role: 'admin', email: 'ada@cli.example' })
const unit = await buildUnit(database.db, { entity: admin.entity, friendlyName: 'Pump 7' })
const idToken = await signInAt(server, admin.email)
const AT = ['2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z', '2026-03-01T12:00:00.000Z'] as const
await sendTo(
  server,
  unit,
  'tank',
  AT.map((messageUTC, index) => ({ messageUTC, level: index + 0.5, state: 'ok' })),
)

async function addToken(scopes: CallOf<typeof createProgramToken>['body']['scopes']): Promise<string> {
  const body = { name: 'Shell', scopes, days: 1 }
  return (await ask(server, createProgramToken, { body, token: idToken })).details.secret
}
const token = await addToken(['read', 'manage-units', 'send-for-units'])

const environment = { FIELDWATCH_URL: server.url, FIELDWATCH_TOKEN: token }
const run = createCommandLine(environment)

/** Runs the command as a shell does. */
async function runInShell(args: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/fieldwatch.mjs'), ...args], {
    env: { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), output, errors }
}

describe('the command fieldwatch', () => {
  it('stores a token that works, readable by its owner alone, and forgets it', async () => {
    await using folder = await makeFolder()
    const environment = { XDG_CONFIG_HOME: folder.path }
    const path = join(folder.path, 'fieldwatch/connection.json')

    const wrong = await run(['sign-in', '--url', server.url], { environment, input: 'fwp_wrong' })
    const signedOut = await run(['units'], { environment })
    const right = await run(['sign-in', '--url', `${server.url}/`], { environment, input: `${token}\n` })
    const units = await run(['units', '--json'], { environment })

    assert.deepEqual([wrong.code, signedOut.code, right.code, units.code], [1, 2, 0, 0], units.errors)
    assert.match(signedOut.errors, /^You are not signed in\./)
    assert.match(right.output, /ada@cli\.example, admin of /)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { url: server.url, token })
    assert.deepEqual(
      (JSON.parse(units.output) as { dataID: string }[]).map(({ dataID }) => dataID),
      [unit.dataId],
    )

    await run(['sign-out'], { environment })
    assert.equal((await run(['units'], { environment })).code, 2)
  })

  it('lists units, and prints what they sent', async () => {
    const units = await run(['units', '--search', 'pump'])
    const none = await run(['units', '--search', 'moon'])
    const latest = await run(['latest', unit.dataId])
    const records = await run(['records', unit.dataId, 'tank', '--from', AT[1], '--json'])
    const newest = await run(['records', unit.dataId, 'tank', '--newest', '--limit', '1'])
    const unknown = await run(['latest', 'no-such-unit'])

    assert.match(units.output, new RegExp(`^${unit.dataId} +Pump 7 +active +\\d{4}-`, 'm'))
    assert.doesNotMatch(none.output, /Pump/)
    assert.match(latest.output, /^tank\n {2}messageUTC +2026-03-01T12:00:00\.000Z\n/)
    const lines = records.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number })
    assert.deepEqual(
      lines.map(({ level }) => level),
      [1.5, 2.5],
    )
    assert.match(newest.output, /2026-03-01T12:00:00\.000Z +2\.5 +ok\n$/)
    assert.deepEqual([unknown.code, unknown.output], [1, ''])
    assert.equal(unknown.errors, 'Device not found\n')
  })

  it('writes exports whole or not at all', async () => {
    await using folder = await makeFolder()
    const path = join(folder.path, 'tank.csv')
    const csv = await run(['export', unit.dataId, 'tank', '--out', path])
    const piped = await run(['export', unit.dataId, 'tank', '--out', '-', '--format', 'csv', '--fields', 'level'])
    const xlsx = await run([
      'export',
      unit.dataId,
      'tank',
      '--out',
      join(folder.path, 't.xlsx'),
      '--time-zone',
      'Europe/Berlin',
    ])
    const parquet = await run(['export', unit.dataId, 'tank', '--out', join(folder.path, 't.parquet')])
    const missing = await run(['export', 'no-such-unit', 'tank', '--out', join(folder.path, 'no.csv')])

    assert.deepEqual([csv.code, piped.code, xlsx.code, parquet.code, missing.code], [0, 0, 0, 0, 1], xlsx.errors)
    assert.equal((await readFile(path, 'utf8')).trim().split('\n').length, 4)
    assert.match(piped.output, /^messageUTC,recieveUTC,level\r\n2026-03-01T10:00:00\.000Z,/)
    assert.equal((await readFile(join(folder.path, 't.xlsx'))).subarray(0, 2).toString(), 'PK')
    assert.equal((await readFile(join(folder.path, 't.parquet'))).subarray(-4).toString(), 'PAR1')
    await assert.rejects(stat(join(folder.path, 'no.csv')))
  })

  it('sends records for a unit, and reports refused ones', async () => {
    await using folder = await makeFolder()
    await writeFiles(folder.path, { 'records.ndjson': '{"value": 1}\n\n{"value": 2}\n' })
    const one = await run([
      'send',
      unit.dataId,
      'shell',
      'value=1.5',
      'note=a=b',
      'on=true',
      'code="7"',
      '--time',
      AT[0],
    ])
    const many = await run(['send', unit.dataId, 'lines', '--file', join(folder.path, 'records.ndjson'), '--json'])
    const refused = await run(['send', unit.dataId, 'shell', '--file', '-'], { input: '[{"value": 3}, "x y", []]' })
    const wrong = await run(['send', unit.dataId, 'shell', 'value'])

    assert.equal(one.output, '1 stored, 0 refused.\n')
    assert.deepEqual(JSON.parse(many.output), { stored: 2, paused: 0, refused: [] })
    assert.deepEqual([refused.code, wrong.code], [1, 2], refused.output)
    assert.match(refused.errors, /^Record 3 refused: /m)
    const stored = await run(['latest', unit.dataId, 'shell', '--json'])
    const { recieveUTC: _received, ...record } = (JSON.parse(stored.output) as Record<string, unknown>[])[0] ?? {}
    assert.ok(record['value'] === 3 || record['value'] === 'x y')
  })

  it('says what is wrong in a sentence', async () => {
    const away = { FIELDWATCH_URL: 'http://127.0.0.1:9', FIELDWATCH_TOKEN: token }
    const cases: readonly [readonly string[], Readonly<Record<string, string>> | undefined, number, RegExp][] = [
      [['fly'], undefined, 2, /^Name a command\.\nRun `fieldwatch --help` for the commands\.\n$/],
      [['units'], away, 1, /^http:\/\/127\.0\.0\.1:9 does not answer: [^\n]+\.\n$/],
      [['units'], { ...away, FIELDWATCH_URL: server.url, FIELDWATCH_TOKEN: 'fwp_x' }, 1, /^[A-Z][^\n]*\.\n$/],
    ]
    for (const [args, environment, code, message] of cases) {
      const finished = await run(args, environment === undefined ? {} : { environment })
      assert.equal(finished.code, code, `${args.join(' ')}: ${finished.errors}`)
      assert.match(finished.errors, message, args.join(' '))
    }
  })

  it('prints its commands', async () => {
    const [asked, bare] = [await run(['--help']), await run([])]
    assert.match(asked.output, /^Usage: fieldwatch COMMAND\n/)
    assert.deepEqual([asked.code, bare.code], [0, 2])
  })

  it('does the same in a shell, with what is piped into it and an exit code', async () => {
    const [sent, wrong] = [
      await runInShell(['send', unit.dataId, 'piped', '--file', '-'], '[{"value": 4}]'),
      await runInShell(['fly']),
    ]
    const [units, same] = [await runInShell(['units', '--json']), await run(['units', '--json'])]

    assert.deepEqual(sent, { code: 0, output: '1 stored, 0 refused.\n', errors: '' })
    assert.deepEqual([wrong.code, wrong.output], [2, ''])
    assert.match(wrong.errors, /^Name a command\.\n/)
    assert.deepEqual(units, same)
  })
})
