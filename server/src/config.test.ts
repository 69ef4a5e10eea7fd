import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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

  it('names every bad variable in a sentence', () => {
    assert.throws(
      () => readConfig({ FIELDWATCH_PORT: '99999', DATABASE_URL: 'mysql://x' }),
      /FIELDWATCH_PORT is not valid: .*\nDATABASE_URL is not valid: /,
    )
  })
})
