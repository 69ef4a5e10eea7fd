import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAuthenticated } from '#platform/bus/nats-settings.ts'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('has a working default for everything', () => {
    const config = readConfig({})

    assert.equal(config.port, 8080)
    assert.equal(config.mqttPort, 1883)
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.databaseUrl, undefined)
  })

  it('treats an empty variable as not set', () => {
    assert.equal(readConfig({ FIELDWATCH_PORT: '' }).port, 8080)
  })

  it('lets maps load from the origin of their style and from those that are listed', () => {
    const config = readConfig({
      FIELDWATCH_MAP_STYLE_URL: 'https://maps.example/styles/plain.json?key=1',
      FIELDWATCH_MAP_ORIGINS: ' https://tiles.example/v1/  http://localhost:3000 https://maps.example',
    })

    assert.deepEqual(config.mapOrigins, ['https://maps.example', 'https://tiles.example', 'http://localhost:3000'])
    assert.deepEqual(readConfig({}).mapOrigins, [])
  })

  it('takes no origin of maps that could widen the content policy', () => {
    for (const word of ['*', "'unsafe-inline'", 'tiles.example', 'data:text/plain,x']) {
      assert.throws(() => readConfig({ FIELDWATCH_MAP_ORIGINS: word }), /FIELDWATCH_MAP_ORIGINS/, word)
    }
  })

  it('knows the roles of a server, and no others', () => {
    const rolesOf = (roles: string) =>
      readConfig({ DATABASE_URL: 'postgres://db/fieldwatch', FIELDWATCH_ROLES: roles }).roles

    assert.deepEqual(readConfig({}).roles, new Set(['http', 'ingest', 'worker']))
    assert.deepEqual(rolesOf('worker, http'), new Set(['worker', 'http']))
    for (const wrong of ['web', 'http,jobs', ',']) {
      assert.throws(() => rolesOf(wrong), /FIELDWATCH_ROLES is not valid: Roles are http, ingest, worker/)
    }
    assert.throws(
      () => readConfig({ FIELDWATCH_ROLES: 'http' }),
      /FIELDWATCH_ROLES leaves ingest and worker to other servers/,
    )
  })

  it('reads where NATS is, and who signs in there', () => {
    const natsOf = (url: string) => readConfig({ DATABASE_URL: 'postgres://db/fieldwatch', NATS_URL: url }).nats

    assert.equal(readConfig({}).nats, undefined)
    assert.deepEqual(natsOf('nats://one'), { servers: ['one:4222'] })
    assert.deepEqual(natsOf('nats://fw:p%40ss@one:4223, nats://[::1]:4224'), {
      servers: ['one:4223', '[::1]:4224'],
      user: 'fw',
      password: 'p@ss',
    })
    assert.deepEqual(natsOf('tls://secret@one'), { servers: ['one:4222'], token: 'secret', tls: {} })
  })

  it('knows whether a server proves to NATS who it is', () => {
    const isProven = (url: string): boolean => {
      const { nats } = readConfig({ DATABASE_URL: 'postgres://db/fieldwatch', NATS_URL: url })
      return nats !== undefined && isAuthenticated(nats)
    }

    const urls = ['nats://one', 'tls://one', 'nats://fw:secret@one', 'tls://secret@one']
    assert.deepEqual(urls.map(isProven), [false, false, true, true])
  })

  it('takes no NATS that cannot be reached so, and tells no password', () => {
    const read = (more: Record<string, string>) => () =>
      readConfig({ DATABASE_URL: 'postgres://db/fieldwatch', NATS_URL: 'nats://one', ...more })

    assert.throws(read({ NATS_URL: 'http://fw:secret@one' }), (error: Error) => {
      return /NATS_URL is not valid.*nats:\/\/host:4222/.test(error.message) && !error.message.includes('secret')
    })
    assert.throws(read({ NATS_URL: 'nats://one,two' }), /NATS_URL/)
    assert.throws(read({ FIELDWATCH_NATS_CREDENTIALS: '/nowhere.creds' }), /nowhere.creds cannot be read/)
    assert.throws(read({ FIELDWATCH_NATS_CERTIFICATE: '/cert.pem' }), /FIELDWATCH_NATS_KEY is not set/)
    assert.throws(read({ DATABASE_URL: '' }), /NATS_URL is for several servers/)
  })

  it('sends SMS by a provider whose account is complete', () => {
    const account = {
      FIELDWATCH_SMS_PROVIDER: 'twilio',
      FIELDWATCH_SMS_ACCOUNT: 'AC1',
      FIELDWATCH_SMS_SECRET: 'secret',
      FIELDWATCH_SMS_FROM: '+14155550100',
    }

    const { smsProvider } = readConfig({ ...account, FIELDWATCH_SMS_URL: 'https://eu.example/' })

    assert.deepEqual(smsProvider, {
      name: 'twilio',
      account: 'AC1',
      secret: 'secret',
      from: '+14155550100',
      url: 'https://eu.example',
    })
    assert.equal(readConfig({}).smsProvider, undefined)
    assert.throws(() => readConfig({ ...account, FIELDWATCH_SMS_SECRET: '' }), /FIELDWATCH_SMS_SECRET is not set/)
    assert.throws(() => readConfig({ FIELDWATCH_SMS_PROVIDER: 'pigeon' }), /FIELDWATCH_SMS_PROVIDER is not valid/)
  })

  it('keeps uploads in a service that speaks S3 when it is named completely', () => {
    const service = {
      FIELDWATCH_FILES_S3_ENDPOINT: 'https://s3.example/',
      FIELDWATCH_FILES_S3_BUCKET: 'portal',
      FIELDWATCH_FILES_S3_ACCESS_KEY_ID: 'key',
      FIELDWATCH_FILES_S3_SECRET_ACCESS_KEY: 'secret',
    }

    assert.deepEqual(readConfig(service).filesS3, {
      endpoint: 'https://s3.example',
      bucket: 'portal',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    assert.equal(readConfig({}).filesS3, undefined)
    assert.throws(
      () => readConfig({ ...service, FIELDWATCH_FILES_S3_BUCKET: '' }),
      /FIELDWATCH_FILES_S3_BUCKET is not set, and FIELDWATCH_FILES_S3_ENDPOINT needs it/,
    )
  })

  it('takes an address of MQTT for units, and nothing else for it', () => {
    const settings = { FIELDWATCH_PUBLIC_MQTT_URL: 'mqtts://portal.example:8883/' }

    assert.equal(readConfig(settings).publicMqttUrl, 'mqtts://portal.example:8883')
    assert.throws(() => readConfig({ FIELDWATCH_PUBLIC_MQTT_URL: 'https://portal.example' }), /PUBLIC_MQTT_URL/)
  })

  it('takes the address of one PostgreSQL, also by its socket, and says so where several are named', () => {
    for (const url of ['postgres://[::1]:5433/portal', 'postgresql:///portal?host=%2Frun%2Fpostgresql&ssl=true'])
      assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url)
    for (const hosts of ['one,two', 'one:5432,two:5432', 'one:port'])
      assert.throws(
        () => readConfig({ DATABASE_URL: `postgresql://me:secret@${hosts}/portal` }),
        /DATABASE_URL is not valid: write postgresql:\/\/user:password@host:5432\/name, with one host/,
      )
  })

  it('names every bad variable in a sentence', () => {
    assert.throws(
      () => readConfig({ FIELDWATCH_PORT: '99999', DATABASE_URL: 'mysql://x' }),
      /FIELDWATCH_PORT is not valid: .*\nDATABASE_URL is not valid: /,
    )
  })
})
