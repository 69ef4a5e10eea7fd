import { setTimeout as delay } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import type { Result } from '../report/result.ts'
import { refillTable, type WarmTable } from './event-tables.ts'
import { addMqttUnits, connectUnits } from './mqtt-units.ts'
import { createFlood, IN_FLIGHT_A_UNIT } from './flood.ts'

const TURNS = 2
const ALONE_SECONDS = 6
/** Not until the backfill ends: a throttled one takes too long. */
const BESIDE_SECONDS = 12

/** As many live messages as the portal takes, alone and while an event table is filled, in turns. */
export async function measureSaturatedFill(context: BenchContext, table: WarmTable): Promise<Result> {
  const { portal, watch } = context
  const sources = await addMqttUnits(context, { prefix: 'bench-saturated', readings: 0 })
  const lanes = await connectUnits(portal, sources)
  const flood = createFlood(sources, lanes)
  const alone: number[] = []
  const beside: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(await flood.during(ALONE_SECONDS, () => delay(ALONE_SECONDS * 1000)))
    let refilling: Promise<void> = Promise.resolve()
    const rate = await watch.during('as many messages as go beside a fill', () =>
      flood.during(BESIDE_SECONDS, () => {
        refilling = refillTable(portal, table)
        return Promise.race([refilling, delay(BESIDE_SECONDS * 1000)])
      }),
    )
    beside.push(rate)
    await refilling
  }
  for (const lane of lanes) lane.close()
  return {
    work: `messages that are acknowledged at full load while "${table.name}" is recomputed`,
    unit: 'messages/s',
    target: Math.round(0.9 * mean(alone)),
    measured: mean(beside),
    note: `Alone ${listed(alone)} a second, beside it ${listed(beside)}, in turns; ${IN_FLIGHT_A_UNIT} unacknowledged of each of ${lanes.length} clients, ${BESIDE_SECONDS} s at most.`,
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function listed(rates: readonly number[]): string {
  return rates.map((rate) => rate.toFixed(0)).join(' and ')
}
