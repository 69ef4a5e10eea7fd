import assert from 'node:assert/strict'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#config.ts'
import { buildSource } from '#records/store/testing/write-records.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { ROLES } from '#platform/roles/roles.ts'
import { startServer } from '#start-server.ts'
import { buildCertificate } from '#testing/build-certificate.ts'
import { runCommand, runShell } from '#testing/run-command.ts'
import { startNats, WITHOUT_NATS } from '#testing/nats-server.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkFormerData } from './doctor/check-disk.ts'
import { examine as examineInstallation } from './doctor/examine.ts'
import { formatFindings, hasWrong } from './doctor/finding.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-doctor-'))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true, force: true }))
const isRoot = process.getuid?.() === 0
const database = await createTestDatabase()
const usual = { FIELDWATCH_DATA: folder, DATABASE_URL: database.connectionString, FIELDWATCH_MQTT_PORT: '0' }

const runDoctor = (settings: Record<string, string>) =>
  runCommand(new URL('doctor.ts', import.meta.url), [], { ...usual, ...settings })

/** What the command prints and ends with, without a process of its own. */
async function examine(settings: Record<string, string>) {
  const findings = await examineInstallation({ ...usual, ...settings })
  return { output: formatFindings(findings), code: hasWrong(findings) ? 1 : 0 }
}

describe('npm run doctor', () => {
  it('finds nothing wrong with a portal that runs', async () => {
    const settings = { ...usual, FIELDWATCH_PORT: '0', FIELDWATCH_DATABASE_CONNECTIONS: '12' }
    const server = await startServer(readConfig(settings), silentLog)
    try {
      const port = new URL(server.url).port

      const { code, output } = await runDoctor({ FIELDWATCH_PORT: port, FIELDWATCH_MQTT_PORT: String(server.mqttPort) })

      assert.match(output, new RegExp(`^ {2}The portal listens on port ${port} \\(HTTP\\)\\.$`, 'm'))
      assert.match(output, /^ {2}The database answers; it is PostgreSQL 18\.$/m)
      assert.match(output, /^\? There is no mail server \(SMTP_URL\)/m)
      assert.match(output, /^\? Scheduled backups are off/m)
      assert.match(output, /^ {2}The servers that run have all roles\.$/m)
      assert.match(output, /\nNothing is wrong\.\n$/)
      assert.equal(code, 0)
    } finally {
      await server.close()
    }
  })

  it('says of everything that is wrong what it is, and ends with a code', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const ended = await buildCertificate({ commonName: 'x', from: Date.now() - 2e8, to: Date.now() - 1e8 })
    await writeFile(join(folder, 'x.crt'), ended.cert)
    await writeFile(join(folder, 'x.key'), ended.key)

    const { code, output } = await examine({
      FIELDWATCH_PORT: String(port),
      FIELDWATCH_HTTPS_PORT: '0',
      FIELDWATCH_MQTTS_PORT: '0',
      DATABASE_URL: 'postgresql://unknown@127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      FIELDWATCH_TLS_CERT: join(folder, 'x.crt'),
      FIELDWATCH_TLS_KEY: join(folder, 'x.key'),
      FIELDWATCH_BACKUP_FOLDER: join(folder, 'not-mounted'),
      FIELDWATCH_CHROMIUM: join(folder, 'no-browser'),
    })
    other.close()

    assert.equal(code, 1)
    for (const sentence of [
      `! Port ${port} \\(HTTP\\) is used by another program\\. Stop it, or set FIELDWATCH_PORT to another port\\.`,
      '! The database cannot be used: .*ECONNREFUSED.*',
      '! The mail server 127\\.0\\.0\\.1:1 cannot be used: .*ECONNREFUSED.*',
      '! The certificate in .*x\\.crt expired on .*',
      '! PDF of scheduled reports cannot be drawn with .*no-browser \\(FIELDWATCH_CHROMIUM\\): .*ENOENT.*',
      '! The folder for backups, .*not-mounted, does not exist\\.',
      '\\d things are wrong\\.',
    ])
      assert.match(output, new RegExp(`^${sentence}$`, 'm'))
  })

  it('signs in to NATS, and says when the password is wrong', { skip: WITHOUT_NATS }, async () => {
    await using stack = new AsyncDisposableStack()
    const [node] = await startNats(1, stack, { name: 'portal', password: 'right' })
    const addressWith = (password: string): string => (node?.url ?? '').replace('//', `//portal:${password}@`)

    const well = await examine({ FIELDWATCH_PORT: '0', NATS_URL: addressWith('right') })
    const wrong = await examine({ FIELDWATCH_PORT: '0', NATS_URL: addressWith('other') })

    assert.match(well.output, /^ {2}NATS answers \(.*\)\.$/m)
    assert.match(wrong.output, /^! NATS \(NATS_URL, .*\) cannot be used: .*[Aa]uthorization.*\. Until then, /m)
    assert.doesNotMatch(wrong.output, /other@|:other/)
  })

  it('knows data that an update of PostgreSQL left, and how large they are', async () => {
    const dataFolder = join(folder, 'updated')
    await mkdir(join(dataFolder, 'postgres-17'), { recursive: true })
    await writeFile(join(dataFolder, 'postgres-17/PG_VERSION'), Buffer.alloc(60_000_000))

    const [finding, ...others] = await checkFormerData(dataFolder)

    assert.match(
      finding?.sentence ?? '',
      /postgres-17 has the data as they were .* \(0\.1 GB\)\. Remove it when all is well\.$/,
    )
    assert.deepEqual(others, [])
  })

  it('leaves a PostgreSQL alone that the portal tries to start, and says what keeps it from that', async () => {
    const dataFolder = join(folder, 'full')
    await mkdir(join(dataFolder, 'postgres'), { recursive: true })
    await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '18\n')
    await writeFile(join(dataFolder, 'postgres.log'), 'FATAL:  could not write to file: No space left on device\n')
    const portal = createHttpServer((_, reply) => reply.end('{"status":"success"}')).listen(0, '127.0.0.1')
    await once(portal, 'listening')
    const { port } = portal.address() as { port: number }

    const { output } = await examine({
      FIELDWATCH_DATA: dataFolder,
      DATABASE_URL: '',
      FIELDWATCH_PORT: String(port),
    })
    portal.close()

    assert.match(
      output,
      /^! The database cannot be used: PostgreSQL does not answer\. The end of its log:\nFATAL: .*No space left/m,
    )
  })

  it('says that data are damaged, and not that there are none', async () => {
    const dataFolder = join(folder, 'damaged')
    await mkdir(join(dataFolder, 'postgres/base'), { recursive: true })

    const { code, output } = await examine({ FIELDWATCH_DATA: dataFolder, DATABASE_URL: '', FIELDWATCH_PORT: '0' })

    assert.equal(code, 1)
    assert.match(output, /^! The database cannot be used: The data in .*postgres are damaged: PG_VERSION is missing/m)
  })

  it('says what it may not read, and continues', { skip: !isRoot && 'only root can be another user' }, async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    await mkdir(join(closed, 'postgres'))
    const program = [process.execPath, new URL('doctor.ts', import.meta.url).pathname].map((word) => `'${word}'`)

    const { code, output, errors } = await runShell(
      `setpriv --reuid=65534 --regid=65534 --clear-groups ${program.join(' ')}`,
      { ...usual, FIELDWATCH_DATA: closed, DATABASE_URL: '', FIELDWATCH_PORT: '0', HOME: '/nonexistent' },
    )

    assert.equal(code, 1)
    assert.match(output, /^! .*closed is not writable for this user\. Change its owner \(chown\)/m)
    assert.match(output, /things are wrong\.\n$/)
    assert.doesNotMatch(errors, /^ {4}at /m)
  })

  it('says which setting there is none of', async () => {
    const { code, output } = await examine({ FIELDWATCH_HTTP_PORT: '8081' })

    assert.equal(code, 1)
    assert.match(output, /^! FIELDWATCH_HTTP_PORT is not a setting, and does nothing\./m)
  })

  it('says which extensions are off', { skip: ALL_EXTENSIONS.length === 0 && 'there are none' }, async () => {
    const { output } = await examine({ FIELDWATCH_PORT: '0', FIELDWATCH_EXTENSIONS: 'none' })
    assert.match(output, /^\? FIELDWATCH_EXTENSIONS leaves out .*\. Their data are kept\.$/m)
  })

  it('says which setting is not valid', async () => {
    const { code, output } = await runDoctor({ FIELDWATCH_PORT: 'eighty' })

    assert.equal(code, 1)
    assert.match(output, /^! FIELDWATCH_PORT is not valid/)
  })

  it('finds a clock that is behind, and data of a newer release', async () => {
    const now = Date.UTC(2026, 0, 1)
    const found = {
      major: 18,
      databaseTime: now,
      newestArrival: now,
      migrations: [] as string[],
      admins: 1,
      waitingMails: 0,
      damagedPages: 0,
      hasMovedRecords: true,
      servers: [] as { roles: string[] }[],
    }
    const sentences = async (but: Partial<typeof found>): Promise<string> =>
      (await checkDatabase({ ...found, ...but }, now)).map(({ sentence }) => sentence).join('\n')

    assert.match(await sentences({ newestArrival: now + 3_600_000 }), /the clock is wrong, or was/)
    assert.match(await sentences({ databaseTime: now - 3_600_000 }), /that of the database 2025-12-31T23:00/)
    assert.match(await sentences({ migrations: ['9999-things-to-come'] }), /from a newer release/)
    assert.match(await sentences({ migrations: ['0002-former'] }), /from a build before the first release/)
    assert.match(await sentences({ damagedPages: 2 }), /^2 pages of the database are damaged/m)
    assert.match(await sentences({ major: 13 }), /is PostgreSQL 13, and Fieldwatch needs 15/)
  })

  for (const role of ROLES) {
    it(`says that no server has the role ${role}`, async () => {
      const others = ROLES.filter((other) => other !== role)
      const leases = createLeaseStore(database.db)
      await leases.begin('only', 600_000, others)
      await leases.begin('a command', 600_000)

      const { code, output } = await examine({ FIELDWATCH_PORT: '0', FIELDWATCH_ROLES: others.join() })
      for (const name of ['only', 'a command']) await leases.end(name)

      assert.match(output, new RegExp(`^! No running server has the role ${role}, so .*FIELDWATCH_ROLES=${role}`, 'm'))
      assert.equal(output.match(/No running server/g)?.length, 1)
      assert.equal(code, 1)
    })
  }

  it('asks the ports of a portal that runs, and does not try to take them', async () => {
    const portal = createHttpServer((_, reply) => reply.end('{"status":"success"}')).listen(0, '127.0.0.1')
    await once(portal, 'listening')
    const { port } = portal.address() as { port: number }

    const { output } = await examine({ FIELDWATCH_PORT: String(port), FIELDWATCH_MQTT_PORT: '1' })
    portal.close()

    assert.match(output, new RegExp(`^ {2}The portal listens on port ${port} `, 'm'))
    assert.match(output, /^! The portal runs, but nothing listens on port 1 \(MQTT\): .*FIELDWATCH_MQTT_PORT/m)
  })

  it('puts, reads and removes an object in each bucket, and connects to NATS', async () => {
    const account = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' }
    const service = await startS3Server(account)
    const settings = (bucket: string) =>
      Object.fromEntries(
        ['FIELDWATCH_FILES_S3', 'FIELDWATCH_HISTORY_S3'].flatMap((start) => [
          [`${start}_ENDPOINT`, service.endpoint],
          [`${start}_BUCKET`, bucket],
          [`${start}_ACCESS_KEY_ID`, 'key'],
          [`${start}_SECRET_ACCESS_KEY`, 'secret'],
        ]),
      )

    const well = await examine(settings('bucket'))
    const wrong = await examine({ ...settings('no-bucket'), NATS_URL: 'nats://127.0.0.1:1' })
    const left = [...service.objects.keys()]
    await service.close()

    assert.deepEqual(left, [])
    assert.equal(well.output.match(/^ {2}The bucket bucket for .* takes, returns and removes objects\.$/gm)?.length, 2)
    assert.equal(wrong.output.match(/^! The bucket no-bucket for .* putting .*NoSuchBucket/gm)?.length, 2)
    assert.match(wrong.output, /^! NATS \(NATS_URL, 127\.0\.0\.1:1\) cannot be used: /m)
    assert.equal(wrong.code, 1)
  })

  it('finds old records in a bucket that no setting names', async () => {
    const sourceKey = await buildSource(database.db)
    await sql`
      insert into record_chunk (source_key, start_at, end_at, count, first_received_at, last_received_at, levels, times, object_id)
      values (${sourceKey}, 1, 2, 2, 1, 1, '{}', '', 1)`.execute(database.db)
    const settings = {
      FIELDWATCH_HISTORY_S3_ENDPOINT: 'http://127.0.0.1:1',
      FIELDWATCH_HISTORY_S3_BUCKET: 'history',
      FIELDWATCH_HISTORY_S3_ACCESS_KEY_ID: 'key',
      FIELDWATCH_HISTORY_S3_SECRET_ACCESS_KEY: 'secret',
    }

    const [without, withSettings] = [await examine({}), await examine(settings)]

    assert.match(without.output, /^! Old records are in a bucket\. .*FIELDWATCH_HISTORY_S3_ENDPOINT/m)
    assert.doesNotMatch(withSettings.output, /Old records/)
    assert.match(withSettings.output, /The database answers/)
  })
})
