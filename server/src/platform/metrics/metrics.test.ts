import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '#testing/test-database.ts'
import { createMetrics } from './metrics.ts'
import { watchDisk } from './watch-disk.ts'

const metrics = await createMetrics().registry.getMetricsAsJSON()
const complaints = (isBad: (metric: (typeof metrics)[number]) => boolean): string[] =>
  metrics.filter(isBad).map(({ name }) => name)

/** Types, units that are not base units, and endings that Prometheus gives, as `promtool check metrics` knows them. */
const NOT_IN_NAMES =
  /_(counter|gauge|histogram|summary|count|sum|bucket|ms|milliseconds|microseconds|nanoseconds|minutes|hours|days|weeks|bits|kilobytes|megabytes|percent|celsius)(_total)?$/

describe('metrics', () => {
  it('all begin with the name of the product and are in snake case', () => {
    assert.deepEqual(
      complaints(({ name }) => !/^fieldwatch_[a-z0-9]+(_[a-z0-9]+)*$/.test(name)),
      [],
    )
  })

  it('say in words what they are', () => {
    assert.deepEqual(
      complaints(({ help }) => help.trim() === ''),
      [],
    )
  })

  it('end in _total if they count, and only then', () => {
    assert.deepEqual(
      complaints(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter')),
      [],
    )
  })

  it('are in base units, with neither their type nor an ending of Prometheus in their names', () => {
    assert.deepEqual(
      complaints(({ name }) => NOT_IN_NAMES.test(name)),
      [],
    )
  })
})

describe('the room on the disk', () => {
  it('is reported, also for a folder that does not exist yet', async () => {
    const { diskFree, diskSize } = createMetrics()

    const watching = watchDisk('/tmp/fieldwatch-not-there/data', { diskFree, diskSize }, silentLog)
    while (((await diskFree.get()).values[0]?.value ?? 0) === 0) await new Promise(setImmediate)
    await watching.close()

    assert.ok(((await diskFree.get()).values[0]?.value ?? 0) > 1_000_000)
  })
})
