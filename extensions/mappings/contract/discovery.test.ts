import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappingsOfDiscovery } from './discovery.ts'
import { Mapping } from './mappings.ts'

const config = (object: string, body: object) => ({
  topic: `homeassistant/sensor/${object}/config`,
  payload: JSON.stringify(body),
})

describe('the configuration that devices publish for Home Assistant', () => {
  it('gives one mapping for each state topic, with names and units of measure', () => {
    const found = mappingsOfDiscovery([
      config('0x01/temperature', {
        state_topic: 'zigbee2mqtt/Cold store',
        value_template: '{{ value_json.temperature }}',
        unit_of_measurement: '°C',
        device: { identifiers: ['0x01'], name: 'Cold store' },
      }),
      config('power', {
        '~': 'tele/plug/',
        stat_t: '~SENSOR',
        val_tpl: "{{ value_json['ENERGY'].Power | float }}",
        unit_of_meas: 'W',
        dev: { name: 'Plug' },
      }),
      config('0x01/humidity', { stat_t: 'zigbee2mqtt/Cold store', val_tpl: '{{value_json.humidity}}' }),
      config('bare', { state_topic: 'meter/level' }),
    ])

    assert.deepEqual(
      found.map(({ name, mapping }) => [name, mapping.topic, mapping.values.map(({ field, unit }) => [field, unit])]),
      [
        [
          'Cold store',
          'zigbee2mqtt/Cold store',
          [
            ['temperature', '°C'],
            ['humidity', undefined],
          ],
        ],
        ['Plug', 'tele/plug/SENSOR', [['ENERGY_Power', 'W']]],
        ['meter/level', 'meter/level', [['bare', undefined]]],
      ],
    )
    for (const { mapping } of found) assert.ok(Mapping.safeParse(mapping).success)
  })

  it('is left alone when its template is a program, or it is no configuration', () => {
    const found = mappingsOfDiscovery([
      config('a', { state_topic: 'x', value_template: '{% if value_json.a %}1{% endif %}' }),
      config('b', { state_topic: 'x', value_template: '{{ value_json.a + 1 }}' }),
      config('c', { value_template: '{{ value_json.a }}' }),
      config('d', { state_topic: 'x/#' }),
      { topic: 'homeassistant/status', payload: 'online' },
      { topic: 'homeassistant/sensor/x/config', payload: '' },
    ])

    assert.deepEqual(found, [])
  })
})
