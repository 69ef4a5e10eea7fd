import { once } from 'node:events'
import { connect } from 'node:net'
import { getMe } from '@fieldwatch/contract/people/users'
import pg from 'pg'
import { ask } from '@fieldwatch/e2e/hostile/ask'
import { diskUse } from '@fieldwatch/e2e/hostile/disk-use'
import {
  ENDED,
  type HostileCase,
  onlyInBenchmark,
  type Outcome,
  type Target,
} from '@fieldwatch/e2e/hostile/hostile-case'

const MEGABYTE = 1024 * 1024

/** What a portal is started with to be attacked. */
export const SETTINGS = { FIELDWATCH_SQL_PORT: '0' }

/** What an analyst may send to the door of SQL; `$unit` is a unit with a long history. */
const STATEMENTS: Readonly<Record<string, () => string>> = {
  'a text of a gigabyte': () => `select length(repeat('x', 1000000000))`,
  'a statement of 16 MB': () => `select '${'x'.repeat(16_000_000)}'`,
  '100,000 statements at once': () => 'select 1;'.repeat(100_000),
  '10,000 levels of brackets': () => `select ${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
  '10,000 lines for the log': () =>
    `do $$ begin for i in 1..10000 loop raise log '%', repeat('x', 10000); end loop; end $$`,
  '10,000 warnings': () => `do $$ begin for i in 1..10000 loop raise warning '%', repeat('x', 1000); end loop; end $$`,
  'messages to all': () => `select count(pg_notify('a', repeat('x', 7000))) from generate_series(1, 100000)`,
  'a role that changes itself': () => `alter role current_user set search_path = 'x'`,
  'a table of a gigabyte': () =>
    `create temp table a as select repeat(md5(i::text), 30) from generate_series(1, 1000000) i`,
  'a sort on disk': () => 'select count(*) from (select i from generate_series(1, 5000000) i order by md5(i::text)) a',
  'the records of a unit a hundred times': () =>
    `select count(*) from generate_series(1, 100) i, records('$unit', 'history', '2020-01-01', '2030-01-01') r where i > 0`,
  'records without an end of time': () => `select count(*) from records('$unit', 'history', '-infinity', 'infinity')`,
  'records of no time': () => `select count(*) from records('$unit', 'history', null, null)`,
  'records of a unit of others': () => `select count(*) from records('$foreign', 'level', '2020-01-01', '2030-01-01')`,
  'a file of this machine': () => `select pg_read_file('/etc/passwd')`,
  'a program of this machine': () => `copy (select 1) to program 'sh'`,
}

/** Statements may fill the disk by so much: what they sort, their tables and what is logged go with them. */
const MOST_GROWTH = 200 * MEGABYTE

/** What analysts, or those who pretend to be one, do at the door of SQL. */
export function hostileCases(): HostileCase[] {
  return [
    ...Object.entries(STATEMENTS).map(([what, write]) => caseOf(what, (target) => queryOnDisk(target, write()))),
    // Statements that fail are logged.
    caseOf('1,000 long statements that fail', (target) =>
      queryOnDisk(target, `select '${'x'.repeat(300_000)}' from nothing`, 1_000),
    ),
    caseOf('a message that says it has a gigabyte', (target) => sendBytes(target, Buffer.from([0x40, 0, 0, 0]))),
    caseOf('a megabyte of zeros', (target) => sendBytes(target, Buffer.alloc(MEGABYTE))),
    caseOf('a megabyte of 255', (target) => sendBytes(target, Buffer.alloc(MEGABYTE, 255))),
    caseOf('a password of a megabyte', (target) => query({ ...target, program: 'x'.repeat(MEGABYTE) }, 'select 1')),
    {
      ...caseOf('a person with 40 connections leaves room for others', roomForOthers),
      expected: 'taken',
    },
  ]
}

function caseOf(name: string, send: HostileCase['send']): HostileCase {
  return onlyInBenchmark({ kind: 'SQL', name, expected: 'ended', send })
}

function connectTo({ host, ports }: Target, password: string): pg.Client {
  const client = new pg.Client({ host, port: ports['sql'] ?? 0, user: 'analyst', database: 'fieldwatch', password })
  // A statement reports what ends its connection.
  client.on('error', () => undefined)
  return client
}

/** @throws Error when the disk grows by more than what a statement may use */
async function queryOnDisk(target: Target, text: string, times = 1): Promise<Outcome> {
  const before = await diskUse(target.dataFolder)
  const outcome = await query(target, text, times)
  const grown = (await diskUse(target.dataFolder)) - before
  if (grown > MOST_GROWTH) throw new Error(`the disk grew by ${Math.round(grown / MEGABYTE)} MB`)
  return outcome
}

/** Whether PostgreSQL took it says nothing of the portal. */
async function query(target: Target, text: string, times = 1): Promise<Outcome> {
  const client = connectTo(target, target.program)
  const filled = text.replaceAll('$unit', target.dataID).replaceAll('$foreign', target.foreignID)
  try {
    await client.connect()
    for (let time = 0; time < times; time += 1) await client.query(filled).catch(() => undefined)
    await client.end()
  } catch {
    // The portal may refuse a password and end a connection.
  }
  return ask(target, { path: getMe.path })
}

async function sendBytes(target: Target, bytes: Buffer): Promise<Outcome> {
  const socket = connect(target.ports['sql'] ?? 0, target.host).on('error', () => undefined)
  await once(socket, 'connect')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume().end(bytes)
  await closed
  return ENDED
}

async function roomForOthers(target: Target): Promise<Outcome> {
  const asked = Array.from({ length: 40 }, () => connectTo(target, target.program))
  const connected = await Promise.allSettled(asked.map((client) => client.connect()))
  // One that was refused would never answer.
  const all = asked.filter((_, place) => connected[place]?.status === 'fulfilled')
  const heavy = all.map((client) => client.query('select count(*) from generate_series(1, 20000000)').catch(() => 0))
  const other = connectTo(target, target.otherProgram)
  await other.connect()
  const began = performance.now()
  await other.query('select count(*) from units')
  const took = performance.now() - began
  await Promise.all([other, ...all].map((client) => client.end().catch(() => undefined)))
  await Promise.all(heavy)
  if (took > 10_000) throw new Error(`another entity waited ${Math.round(took)} ms`)
  return { status: 200, code: undefined, message: undefined }
}
