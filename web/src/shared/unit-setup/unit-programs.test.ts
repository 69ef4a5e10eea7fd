import { describe, expect, it } from 'vitest'
import { fillProgram, UNIT_PROGRAMS } from './unit-programs.ts'

const unit = { dataId: 'north.tank', token: 'fw_secret' }
const secure = { httpUrl: 'https://water.test', mqttUrl: 'mqtts://mqtt.water.test:8884', doors: [], ports: {} }
const plain = { httpUrl: 'http://10.0.0.5:8080', mqttUrl: 'mqtt://10.0.0.5:1884', doors: [], ports: {} }

const program = (file: string, connection = secure) => {
  const found = UNIT_PROGRAMS.find((one) => one.file === file)
  if (found === undefined) throw new Error(`there is no ${file}`)
  return fillProgram(found, connection, unit)
}

describe('a program for a unit', () => {
  it.each(UNIT_PROGRAMS)('$file has nothing of the example left in it', async (one) => {
    const text = await fillProgram(one, secure, unit)
    expect(text).toContain('fw_secret')
    expect(text).toContain('north.tank')
    expect(text).not.toMatch(/portal\.example|tank-01|UNIT_TOKEN/)
  })

  it('for an ESP32 has the address of HTTP', async () => {
    expect(await program('esp32.ino')).toContain('const char *PORTAL = "https://water.test";')
  })

  it('for a Raspberry Pi has the address of MQTT, with or without TLS', async () => {
    expect(await program('raspberry-pi.py')).toContain('PORTAL = "mqtts://mqtt.water.test:8884"')
    expect(await program('raspberry-pi.py', plain)).toContain('PORTAL = "mqtt://10.0.0.5:1884"')
  })

  it('for a gateway names authorities only where there is TLS', async () => {
    expect(await program('mosquitto-bridge.conf')).toMatch(/^address mqtt\.water\.test:8884\nbridge_cafile /m)
    expect(await program('mosquitto-bridge.conf', plain)).toMatch(/^address 10\.0\.0\.5:1884\n# bridge_cafile /m)
  })

  it('for Node-RED is a flow whose properties are filled in', async () => {
    const [tab] = JSON.parse(await program('node-red-flow.json')) as { env: { name: string; value: string }[] }[]
    expect(tab?.env.map(({ value }) => value)).toEqual(['https://water.test', 'north.tank', 'tank', 'fw_secret'])
  })
})
