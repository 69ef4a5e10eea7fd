import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

// Of Debian's package `prometheus`; FIELDWATCH_PROMTOOL names another one.
const promtool = process.env['FIELDWATCH_PROMTOOL'] ?? 'promtool'

test('the alert rules fire when they should, and only then', async () => {
  await promisify(execFile)(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: import.meta.dirname })
})
