import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import { describe, expect, it } from 'vitest'
import { buildSilence } from '#testing/build-silence.ts'
import { healthFacts } from './health-facts.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const sim = { iccid: '8944', status: 'active' as const, dataUsed: 12e6, dataLimit: 10e6, lastSessionUTC: null }

type Row = [given: Partial<UnitSilence>, name: string, text: string, isReason: boolean, place: string | undefined]

describe('what is known of the connection of a unit', () => {
  it.each<Row>([
    [{}, 'Last message', '4 h ago, from level', false, undefined],
    [{ lastRecordUTC: null, lastSource: null }, 'Last message', 'None yet', false, undefined],
    [{}, 'Normal gap between messages', 'Up to 5 min', false, undefined],
    [{}, 'Connection', 'Disconnected (3 h ago)', true, undefined],
    [{ connected: true, reason: 'not-silent' }, 'Connection', 'Connected (3 h ago)', false, undefined],
    [{ connectionChangedUTC: null, reason: 'not-silent' }, 'Connection', 'Never connected by MQTT', false, undefined],
    [{}, 'Activation', 'Active', false, undefined],
    [{ active: false, reason: 'deactivated' }, 'Activation', 'Deactivated', true, 'Activate'],
    [{}, 'SIM card', 'None linked', false, undefined],
    [{ sims: [sim], reason: 'sim-quota' }, 'SIM card', 'Active, 12 MB of 10 MB this month', true, '8944'],
    [{}, 'Paused data', 'None', false, undefined],
    [{ pausedData: ['flow' as SourceName] }, 'Paused data', 'flow', false, 'Resume'],
    [{}, 'Refused messages', 'None', false, undefined],
    [
      { lastRefusedUTC: '2026-11-21T11:58:00.000Z', lastRefusal: 'It is not valid JSON.', reason: 'refused' },
      'Refused messages',
      '2 min ago: It is not valid JSON.',
      true,
      'Show',
    ],
    [{}, 'Token', 'Never replaced', false, 'New token'],
    [
      {
        tokenChangedUTC: '2026-11-21T11:00:00.000Z',
        findings: [{ reason: 'token-replaced', sentence: 'Its token was replaced.' }],
      },
      'Token',
      'Replaced 1 h ago',
      true,
      'New token',
    ],
  ])('with %o says of %s: %s', (given, name, text, isReason, place) => {
    const fact = healthFacts(buildSilence(given), { now, isAdmin: true }).find((one) => one.name === name)

    const named = fact?.place?.kind === 'sim' ? fact.place.iccid : fact?.place?.label
    expect([fact?.text, fact?.isReason, named]).toEqual([text, isReason, place])
  })

  it('has nothing of refusals and tokens for a viewer, and leads them to SIM cards alone', () => {
    const facts = healthFacts(buildSilence({ active: false, sims: [sim] }), { now, isAdmin: false })

    expect(facts.map(({ name }) => name)).not.toContain('Token')
    expect(facts.map(({ name }) => name)).not.toContain('Refused messages')
    expect(facts.flatMap(({ place }) => (place === undefined ? [] : [place.kind]))).toEqual(['sim'])
  })
})
