import { availableParallelism } from 'node:os'
import type { Stage } from './test-stages.ts'

/** Half of the processes of tests wait at any time, so that two for each core keep it busy. */
export const ROOM = Math.max(4, 2 * availableParallelism())

/** Runs stages in their order, as many at once as there is room for. */
export async function runStages(stages: readonly Stage[], run: (stage: Stage) => Promise<void>): Promise<void> {
  const running = new Map<string, Promise<void>>()
  let free = ROOM
  for (const stage of stages) {
    const load = stage.load ?? ROOM
    for (const name of stage.after ?? []) await running.get(name)
    while (free < load) await Promise.race(running.values())
    free -= load
    const done = run(stage).finally(() => {
      free += load
      running.delete(stage.name)
    })
    running.set(stage.name, done)
  }
  await Promise.all(running.values())
}
