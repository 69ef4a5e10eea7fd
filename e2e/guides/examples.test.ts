import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { PROGRAM_SCOPES } from '@fieldwatch/contract/api/program-scopes'
import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { readConfig } from '@fieldwatch/server/config'
import { addDemoEvents } from '@fieldwatch/server/demo/add-demo-events'
import { callDemo } from '@fieldwatch/server/demo/call-demo'
import { DEMO_PASSWORD, NORTHWIND } from '@fieldwatch/server/demo/demo-users'
import { fillHistory } from '@fieldwatch/server/demo/fill-history'
import { seedDemo } from '@fieldwatch/server/demo/seed-demo'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { startTestServer } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { backfill } from '@fieldwatch/simulator/backfill'
import pg from 'pg'
import { call } from '../support/api.ts'
import { freePort } from '../support/free-port.ts'
import { checkOwnCommand } from './own-commands.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { listening, startProgram } from './start-program.ts'

// Every block of code of every guide is run against a portal with the units of the demo, or is on a list with its reason.
const run = promisify(execFile)
const PATIENCE = { timeout: 60_000 }
const ROOT = join(import.meta.dirname, '../..')

/** Programs of the machine that examples run. Others are named in `examples.sh`, or not found. */
const PROGRAMS = ['cat', 'curl', 'date', 'env', 'grep', 'jq', 'mkdir', 'openssl', 'uuidgen']

/** Blocks that are no commands, by their language. */
const NO_COMMANDS: Readonly<Record<string, string>> = {
  apache: 'doors.test.ts starts collectd with it',
  caddy: 'proxies.test.ts starts Caddy with it',
  dockerfile: 'needs Docker',
  haproxy: 'proxies.test.ts starts HAProxy with it',
  html: 'a page of another site',
  ini: 'of systemd',
  js: 'units.test.ts starts Node-RED with it',
  json: 'a part of a file',
  nginx: 'proxies.test.ts starts nginx with it',
  r: 'needs R',
  text: 'what a program prints or asks for',
  toml: 'needs Telegraf',
  ts: 'a part of a module',
}

/** Statements and files of other programs, by how they begin. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'alter role fieldwatch createrole;': 'sql.test.ts runs what the portal prints of it',
  'apiVersion: 1': 'needs Grafana',
  'create extension citus;': 'needs Citus',
  'install postgres;': 'needs DuckDB',
}

const blocks = readBlocks()
const isOfAnother = ({ text }: Block): boolean => Object.keys(OF_OTHERS).some((beginning) => text.startsWith(beginning))

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-examples-'))
after(() => rm(folder, { recursive: true, force: true }))
// Logins of analysts are of a whole PostgreSQL.
const database = await createTestDatabase({ ofOwnPostgres: true })
const sqlPort = await freePort()
const portal = await startTestServer(database, { FIELDWATCH_SQL_PORT: String(sqlPort) })
const now = Date.now()
const state = await seedDemo({ db: database.db, clock: Date.now, random: systemRandom }, undefined)
await fillHistory({ db: database.db, url: portal.url, state, now, days: 0.5, onProgress: () => undefined })
await openDoor()
await addEvents()
const admin = await call(portal, signIn, { body: { email: 'admin@northwind.example', password: DEMO_PASSWORD } })
const { details: program } = await call(portal, createProgramToken, {
  token: admin.details.idToken,
  body: { name: 'Guide', scopes: [...PROGRAM_SCOPES], days: 1 },
})

async function addEvents(): Promise<void> {
  await using demo = await callDemo(portal.url)
  await addDemoEvents(demo, { now })
}

/** Half a day holds no event of a cold store at some hours; the guides ask for one. */
async function openDoor(): Promise<void> {
  const readings = [
    { at: now - 14 * HOUR_MS, air_temperature: 9.5 },
    { at: now - 13 * HOUR_MS, air_temperature: 3.5 },
  ]
  await backfill({
    url: portal.url,
    dataId: 'cold-store-01',
    token: state.tokens['cold-store-01'] ?? '',
    records: readings.map(({ at, ...fields }) => ({ source: 'cold_store', at, fields })),
  })
}

const dayFrom = (days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
const TANK = 'water-tank-01'

/** What stands for something of the reader's in the guides, and what it is here. */
const PLACEHOLDERS: readonly (readonly [string, string])[] = [
  // A redirect of a portal with TLS.
  ['http://portal.example/login', `${portal.url}/healthz`],
  ['https://portal.example', portal.url],
  ['http://localhost:8080', portal.url],
  ['portal.example:5432/fieldwatch_sql?sslmode=require', `127.0.0.1:${sqlPort}/fieldwatch_sql`],
  ['fwp_…', program.secret],
  ['fw_…', state.tokens[TANK] ?? ''],
  ['ENTITY_ID', NORTHWIND],
  ['pump-7', TANK],
  ['tank-1', TANK],
  ['2026-01-01', dayFrom(-1)],
  ['2026-03-01', dayFrom(-1)],
  ['2026-04-01', dayFrom(2)],
  ['ada@northwind.example', 'admin@northwind.example'],
  ['/etc/prometheus', folder],
  ['bin/fieldwatch ', 'fieldwatch '],
]
const fillIn = (text: string): string => PLACEHOLDERS.reduce((filled, [from, to]) => filled.replaceAll(from, to), text)

await writeFile(join(folder, 'answer'), `${program.secret}\n`)
await writeFile(join(folder, 'sims.csv'), 'ICCID,Data\n8944500102198304826,5 MB\n')
await writeFile(join(folder, 'units.csv'), 'dataID,name\nguide-01,Guide 1\n')
await writeFile(join(folder, 'records.ndjson'), '{"level": 1.5}\n{"level": 1.75}\n')
await mkdir(join(folder, 'bin'))
const missing = new Set<string>()
for (const name of PROGRAMS) {
  const path = await findProgram(name)
  if (path === undefined) missing.add(name)
  else await symlink(path, join(folder, 'bin', name))
}

const bash = await findProgram('bash')

const found = (language: string, test: (block: Block) => boolean = () => true): readonly Block[] =>
  blocks.filter((block) => block.language === language && !isOfAnother(block) && test(block))

const isFleet = ({ text }: Block): boolean => /^units:$/m.test(text)
const commands = found('sh')
const statements = found('sql')
const isReceiver = ({ text }: Block): boolean => text.includes('WEBHOOK_SECRET')
const python = found('python', (block) => !isReceiver(block))
const receivers = [...found('python', isReceiver), ...found('js', isReceiver)]
const fleets = found('yaml', isFleet)
const ofPrometheus = found('yaml', ({ text }) => /^(?:remote_write|scrape_configs):$/m.test(text))

describe('the blocks of the guides', () => {
  it('are each run, or on a list with the reason', () => {
    const known = [commands, statements, python, receivers, fleets, ofPrometheus].flat()

    assert.ok(commands.length > 40 && statements.length > 0 && python.length > 3, 'the guides are not there')
    assert.deepEqual(
      blocks
        .filter((block) => !known.includes(block) && !isOfAnother(block) && !(block.language in NO_COMMANDS))
        .map(({ place, language }) => `${place} ${language}`),
      [],
    )
    assert.deepEqual(
      Object.keys(NO_COMMANDS).filter((language) => !blocks.some((block) => block.language === language)),
      [],
    )
    assert.deepEqual(
      Object.keys(OF_OTHERS).filter((beginning) => !blocks.some(({ text }) => text.startsWith(beginning))),
      [],
    )
  })

  it('ask the portal for what it has', () => {
    for (const { place, text } of blocks)
      for (const [address, path = '', query = ''] of text.matchAll(OWN_ADDRESS)) {
        const endpoint = ENDPOINTS.find((one) => patternOf(one.path).test(path))
        assert.ok(endpoint, `${place}: ${address}`)
        const names = 'shape' in endpoint.query ? Object.keys(endpoint.query.shape as object) : []
        for (const name of new URLSearchParams(query).keys()) assert.ok(names.includes(name), `${place}: ${name}`)
      }
  })
})

/** The endpoints of the contract; other addresses are those of doors and pages. */
const OWN_ADDRESS =
  /https?:\/\/(?:portal\.example|localhost:8080)(\/api\/v1\/(?!doors|prometheus|ingest\/any\/)[^\s'"?\\)]*)(?:\?([^\s'"]*))?/g
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

describe('a command of the guides', () => {
  for (const [index, block] of commands.entries()) {
    const needed = PROGRAMS.find((name) => missing.has(name) && new RegExp(`\\b${name} `).test(block.text))
    const skip = needed === undefined ? false : `${needed} is not installed`
    it(`works: ${block.place}`, { ...PATIENCE, skip }, async () => {
      const notes = join(folder, `notes-${index}`)
      await mkdir(notes)
      const script = fillIn(block.text)
      const { stdout } = await runShell(`${script}\nif env | grep -q '^FIELDWATCH_'; then note; fi`, notes)

      if (/\b(?:curl|npx fieldwatch (?!apply|plan|pull|export))/.test(script) && !script.includes(' -o '))
        assert.notEqual(stdout, '')
      if (script.includes("jq '")) assert.doesNotMatch(stdout, /null/)
      for (const [, file = ''] of script.matchAll(/(?:^curl .* -o|--out) (\S+)/gm))
        assert.ok((await stat(join(folder, file))).size > 100, file)
      await checkNotes(notes)
    })
  }
})

describe('a statement of the guides', () => {
  for (const { place, text } of statements) {
    it(`has rows with values: ${place}`, PATIENCE, async () => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port: sqlPort,
        user: 'analysis',
        password: program.secret,
        database: 'fieldwatch_sql',
      })
      await client.connect()
      try {
        for (const statement of fillIn(text).split(';').slice(0, -1)) {
          const { rows, fields } = await client.query<Record<string, unknown>>(statement)
          for (const { name } of fields)
            assert.ok(
              rows.some((row) => row[name] !== null),
              `${name} of ${statement}`,
            )
        }
      } finally {
        await client.end()
      }
    })
  }
})

describe('a fleet of the guides', () => {
  for (const [index, { place, text }] of fleets.entries()) {
    it(`is made, and then is as it says: ${place}`, PATIENCE, async () => {
      const fleet = `fleet-${index}`
      await mkdir(join(folder, fleet))
      await writeFile(join(folder, fleet, 'fleet.yaml'), fillIn(text))
      const { stdout } = await runShell(`npx fieldwatch plan ${fleet}\nnpx fieldwatch apply ${fleet}`, folder)

      assert.match(stdout, /Level too high/)
      await runShell(`npx fieldwatch plan ${fleet} --check`, folder)
    })
  }
})

describe('a file of Prometheus of the guides', async () => {
  const promtool = await findProgram(process.env['FIELDWATCH_PROMTOOL'] ?? 'promtool')
  const skip = promtool === undefined ? 'promtool is not installed' : false
  for (const [index, { place, text }] of ofPrometheus.entries()) {
    it(`is valid with its rules: ${place}`, { ...PATIENCE, skip }, async () => {
      const file = join(folder, `prometheus-${index}.yml`)
      await cp(join(ROOT, 'deploy/prometheus-alerts.yml'), join(folder, 'prometheus-alerts.yml'))
      await writeFile(file, fillIn(text))
      await run(promtool ?? '', ['check', 'config', '--syntax-only', file])
      await run(promtool ?? '', ['check', 'rules', join(folder, 'prometheus-alerts.yml')])
    })
  }
})

const interpreter = process.env['FIELDWATCH_GUIDE_PYTHON'] ?? 'python3'

describe('a program in Python of the guides', () => {
  for (const page of new Set(python.map((block) => block.page))) {
    const text = python.filter((block) => block.page === page).map((block) => block.text)
    const script = text.join('')
    const hasModules =
      spawnSync(interpreter, ['-c', script.match(/^(?:import|from) .*$/gm)?.join('\n') ?? '']).status === 0
    it(`runs: ${page}`, { ...PATIENCE, skip: hasModules ? false : 'its modules are not installed' }, async () => {
      const { stdout } = await run(interpreter, ['-c', fillIn(script)], { cwd: folder })

      assert.equal(stdout !== '', script.includes('print('))
    })
  }
})

describe('a receiver of webhooks of the guides', () => {
  const hasPython = spawnSync(interpreter, ['--version']).status === 0
  for (const { place, language, text } of receivers) {
    const skip = language === 'python' && !hasPython ? 'Python is not installed' : false
    it(`takes what is signed, and nothing else: ${place}`, { ...PATIENCE, skip }, async () => {
      const [port, secret] = [await freePort(), 'the secret of the webhook']
      const [command, parameters] =
        language === 'js' ? [process.execPath, ['--input-type=module', '-e', text]] : [interpreter, ['-c', text]]
      const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret }
      const receiver = startProgram(command, parameters, { env })
      await listening(receiver, port)
      const body = JSON.stringify({ title: 'Cold store 1 is too warm' })
      const send = async (at: number, signed: string): Promise<number> => {
        const v1 = createHmac('sha256', secret).update(`${at}.${signed}`).digest('hex')
        const headers = { 'fieldwatch-signature': `t=${at},v1=${v1}` }
        return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status
      }
      const at = Math.floor(Date.now() / 1_000)

      const answers = [await send(at, body), await send(at, `${body} `), await send(at - 600, body)]
      await receiver.stop()

      assert.deepEqual(answers, [204, 401, 401])
      assert.match(receiver.said(), /Cold store 1 is too warm/)
    })
  }
})

async function runShell(script: string, notes: string) {
  return run(bash ?? 'bash', ['-c', `source "${join(import.meta.dirname, 'examples.sh')}"\n${script}`], {
    cwd: folder,
    env: {
      PATH: join(folder, 'bin'),
      HOME: folder,
      NODE: process.execPath,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      CLI: join(ROOT, 'cli/src/main.ts'),
      NOTES: notes,
      ANSWER: join(folder, 'answer'),
      PORTAL: portal.url,
      TOKEN: program.secret,
      ENTITY: NORTHWIND,
    },
  })
}

/** Checks the commands that were not run, and the settings that a block makes. */
async function checkNotes(notes: string): Promise<void> {
  for (const name of await readdir(notes)) {
    const [words = '', settings = ''] = (await readFile(join(notes, name), 'utf8')).split('---\n')
    const values = Object.fromEntries(settings.split('\n').map((line) => line.split(/=(.*)/s, 2) as [string, string]))
    readConfig({ FIELDWATCH_DATA: folder, ...values })
    const command = words.split('\n').filter((word) => word !== '')
    if (command.length > 0) checkOwnCommand(command)
  }
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(place, name)
    if ((await stat(path).catch(() => undefined))?.isFile() === true) return path
  }
  return undefined
}
