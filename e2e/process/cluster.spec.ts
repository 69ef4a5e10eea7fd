import { mkdir } from 'node:fs/promises'
import { WITHOUT_NATS } from '@fieldwatch/server/testing/nats-server'
import { expect, test } from '@playwright/test'
import { runClusterTest } from '../cluster/run-cluster-test.ts'

/** One of each kind; `npm run cluster-test` kills thirty. */
const KILLS = 3
/** Beside other tests; that it takes 10 s at most, `npm run cluster-test` shows. */
const BACK_MS = 60_000

test('kill -9 of a server, a NATS and PostgreSQL of a cluster loses nothing and doubles nothing', async () => {
  test.skip(WITHOUT_NATS !== false, String(WITHOUT_NATS))
  test.setTimeout(300_000)

  // Is kept when the test fails.
  const logs = test.info().outputPath()
  await mkdir(logs, { recursive: true })

  const report = await runClusterTest({
    kills: KILLS,
    units: 20,
    messagesASecond: 200,
    streams: 5,
    backMs: BACK_MS,
    logs,
    say: () => undefined,
  })

  expect(report.kills.map(({ victim }) => victim.kind)).toEqual(['server', 'NATS', 'PostgreSQL'])
  expect(report.records).toBeGreaterThan(0)
  expect(report.streamed).toBeGreaterThan(report.records)
  expect(report.alarmed).toBeGreaterThan(0)
})
