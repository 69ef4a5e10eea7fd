import { DataId } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { httpCommand, mqttCommand, suggestDataId } from './connect-commands.ts'

const unit = { dataId: 'tank-01', token: 'fw_secret' }
const local = { httpUrl: 'http://localhost:8080', mqttUrl: 'mqtt://localhost:1883', doors: [], ports: {} }

describe('the commands', () => {
  it('send a record over MQTT to the port of the portal', () => {
    expect(mqttCommand(local, unit)).toBe(
      `mosquitto_pub -h localhost -p 1883 -q 1 -u tank-01 -P fw_secret -t units/tank-01/data/level -m '{"level": 71.4}'`,
    )
  })

  it.each([
    ['mqtts://mqtt.example', '-h mqtt.example -p 8883 --tls-use-os-certs'],
    ['mqtt://[::1]:1884', '-h ::1 -p 1884'],
  ])('for %s have %s', (mqttUrl, part) => {
    expect(mqttCommand({ ...local, mqttUrl }, unit)).toContain(part)
  })

  it('send a record over HTTP', () => {
    expect(httpCommand(local, unit)).toBe(
      `curl http://localhost:8080/api/v1/ingest/tank-01/level -H 'authorization: Bearer fw_secret' -H 'content-type: application/json' -d '{"level": 71.4}'`,
    )
  })
})

describe('a suggested dataID', () => {
  it.each([
    ['North tank', 'north-tank'],
    ['  Põhja pump (2) ', 'pohja-pump-2'],
    ['***', ''],
  ])('of %j is %j', (name, dataId) => {
    expect(suggestDataId(name)).toBe(dataId)
  })

  it('is a dataID, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const dataId = suggestDataId(name)
        expect(dataId === '' || DataId.safeParse(dataId).success).toBe(true)
      }),
    )
  })
})
