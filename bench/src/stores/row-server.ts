import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSourceKeys, openPool } from './postgres.ts'

// A small portal for comparison, in a process of its own: it checks the token of a unit, parses and checks its records, and answers once
// they are committed as jsonb rows, one statement a request.

/** What it needs to start. */
export interface RowServerSetup {
  readonly dataFolder: string
  readonly tokens: readonly (readonly [unit: string, token: string])[]
}

type Body = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const INSERT = `
  insert into served_row select key, to_timestamp(at / 1000.0), fields::jsonb
  from unnest($1::int[], $2::float8[], $3::text[]) as one (key, at, fields)
  on conflict (source_key, at) do update set fields = excluded.fields`

const [setup] = (await once(process, 'message')) as [RowServerSetup]
const tokens = new Map(setup.tokens)
const keyOf = createSourceKeys()
const pool = openPool(setup.dataFolder, 'yardstick')
await pool.query(`
  create table served_row (
    source_key int not null, at timestamptz(3) not null, fields jsonb not null, primary key (source_key, at)
  )`)

const server = createServer((request, response) => {
  take(request).then(
    (stored) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ stored })),
    (error: unknown) => response.writeHead(400).end(String(error)),
  )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit())

/** Returns how many records are stored. */
async function take(request: IncomingMessage): Promise<number> {
  const unit = request.url?.slice(1) ?? ''
  if (request.headers.authorization !== `Bearer ${tokens.get(unit)}`)
    throw new Error('the token is not that of the unit')
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = JSON.parse(Buffer.concat(pieces).toString()) as Body
  const keys: number[] = []
  const times: number[] = []
  const rows: string[] = []
  for (const [source, records] of Object.entries(body)) {
    const key = keyOf(unit, source)
    for (const { messageUTC, ...fields } of records) {
      if (typeof messageUTC !== 'number') throw new Error('a record has no time')
      if (Object.values(fields).some((value) => typeof value === 'object')) throw new Error('a value is not plain')
      keys.push(key)
      times.push(messageUTC)
      rows.push(JSON.stringify(fields))
    }
  }
  await pool.query({ name: 'insert', text: INSERT, values: [keys, times, rows] })
  return keys.length
}
