import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { ROLES } from './roles.ts'
import { createRoleWatch } from './watch-roles.ts'

describe('the watch over roles', () => {
  for (const role of ROLES) {
    it(`notices that no server has the role ${role}, once and not at once, and that one has it again`, async () => {
      let now = 0
      const { log, lines } = createRecordedLog()
      const metrics = createMetrics()
      const see = createRoleWatch({ metrics, log, steady: () => now })
      const without = [{ roles: ROLES.filter((other) => other !== role) }]
      const logged = () => lines.map((line) => [line['role'], line.msg])

      see(without)
      now = 29_999
      see(without)
      assert.deepEqual(logged(), [])
      for (now of [30_000, 90_000]) see(without)
      assert.deepEqual(logged(), [
        [role, 'no running server has this role (FIELDWATCH_ROLES); what it does is not done'],
      ])
      assert.match(await metrics.registry.metrics(), new RegExp(`^fieldwatch_servers\\{role="${role}"\\} 0$`, 'm'))

      for (const servers of [[...without, { roles: [role] }], without]) see(servers)
      assert.deepEqual(logged().slice(1), [[role, 'a running server has this role again']])
    })
  }

  it('counts the servers of each role', async () => {
    const metrics = createMetrics()

    createRoleWatch({ metrics, log: createRecordedLog().log })([
      { roles: ['http', 'ingest'] },
      { roles: ['http'] },
      { roles: [] },
    ])

    const counts = [...(await metrics.registry.metrics()).matchAll(/^fieldwatch_servers\{role="(\w+)"\} (\d)$/gm)]
    assert.deepEqual(
      counts.map(([, role, count]) => `${role} ${count}`),
      ['http 2', 'ingest 1', 'worker 0'],
    )
  })
})
