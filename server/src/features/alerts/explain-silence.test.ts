import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SilenceReason } from '@fieldwatch/contract/units/unit-silence'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { explainSilence, type SilenceFacts, type SilentSim } from './explain-silence.ts'

const HOUR = 3_600_000
const NOW = 1_000 * HOUR

const away: SilenceFacts = {
  now: NOW,
  active: true,
  createdAt: NOW - 500 * HOUR,
  lastRecordAt: NOW - 5 * HOUR,
  usualMs: HOUR,
  connected: false,
  connectionChangedAt: NOW - 4 * HOUR,
  tokenChangedAt: undefined,
  pausedData: [],
  sources: ['room', 'tank'],
  lastRefused: undefined,
  sims: [],
}
const card: SilentSim = { iccid: '8944', status: 'active', dataUsed: 5, dataLimit: 10, lastSessionAt: NOW - 6 * HOUR }
const spent = { ...card, dataUsed: 10 }

describe('why a unit is silent', () => {
  const table: { facts: Partial<SilenceFacts>; reason: SilenceReason; sentence: string; findings?: number }[] = [
    {
      facts: {},
      reason: 'disconnected',
      sentence: 'The unit disconnected 4 hours ago. It may have no power or no network.',
    },
    {
      facts: { connected: true },
      reason: 'connected-silent',
      sentence: 'The unit is connected but sends nothing. Its sensors or its program may have stopped.',
    },
    {
      facts: { connectionChangedAt: undefined },
      reason: 'disconnected',
      sentence: 'The unit has sent nothing for 5 hours. It may have no power or no network.',
    },
    {
      facts: { connectionChangedAt: undefined, lastRecordAt: undefined, sources: [] },
      reason: 'never-connected',
      sentence: 'The unit has not connected since it was added 21 days ago.',
    },
    {
      facts: { active: false },
      reason: 'deactivated',
      sentence: 'The unit is deactivated. The portal refuses its data.',
      findings: 1,
    },
    {
      facts: { pausedData: ['room', 'tank'] },
      reason: 'paused',
      sentence: 'All data collections of the unit are paused, so its data is not stored.',
      findings: 1,
    },
    {
      facts: { sims: [{ ...card, status: 'suspended' }] },
      reason: 'sim-suspended',
      sentence: 'Its SIM card 8944 is suspended.',
      findings: 1,
    },
    {
      facts: { sims: [{ ...card, status: 'inactive' }] },
      reason: 'sim-inactive',
      sentence: 'Its SIM card 8944 is inactive.',
      findings: 1,
    },
    {
      facts: { sims: [spent] },
      reason: 'sim-quota',
      sentence: 'Its SIM card 8944 has used up its data for this month. Its last session was 6 hours ago.',
      findings: 1,
    },
    {
      facts: { sims: [spent, card] },
      reason: 'disconnected',
      sentence: 'The unit disconnected 4 hours ago. It may have no power or no network.',
    },
    {
      facts: { tokenChangedAt: NOW - 3 * HOUR },
      reason: 'token-replaced',
      sentence:
        'Its token was replaced 3 hours ago, and the unit has not sent anything since. It may still use the old token.',
      findings: 1,
    },
    {
      facts: { tokenChangedAt: NOW - 9 * HOUR },
      reason: 'disconnected',
      sentence: 'The unit disconnected 4 hours ago. It may have no power or no network.',
    },
    {
      facts: { connected: true, lastRefused: { at: NOW - 60_000, message: 'The message is not valid JSON.' } },
      reason: 'refused',
      sentence: 'The portal refuses its messages, most recently 1 minute ago: The message is not valid JSON.',
      findings: 1,
    },
    {
      facts: { lastRecordAt: NOW - 60_000 },
      reason: 'not-silent',
      sentence: 'The unit sends data as usual.',
    },
  ]
  for (const { facts, reason, sentence, findings = 0 } of table) {
    it(`follows from ${JSON.stringify(facts)}`, () => {
      const explained = explainSilence({ ...away, ...facts })

      assert.deepEqual(
        [explained.reason, inEnglish(explained.sentence), explained.findings.length],
        [reason, sentence, findings],
      )
    })
  }
})
