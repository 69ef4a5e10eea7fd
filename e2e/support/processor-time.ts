import { readdir, readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, for whatever processor. */
const TICK_MS = 10

/** Processor time of processes and of all below them, those that ended included, in milliseconds. Linux only. */
export async function processorTime(roots: readonly number[]): Promise<number> {
  const all = await readProcesses()
  const isBelow = (pid: number): boolean => {
    if (roots.includes(pid)) return true
    const parent = all.get(pid)?.parent
    return parent !== undefined && isBelow(parent)
  }
  return [...all].reduce((sum, [pid, { ticks }]) => (isBelow(pid) ? sum + ticks : sum), 0) * TICK_MS
}

interface ProcessState {
  readonly parent: number
  readonly ticks: number
}

async function readProcesses(): Promise<Map<number, ProcessState>> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const states = await Promise.all(pids.map(async (pid) => [pid, await readProcess(pid)] as const))
  return new Map(states.filter((state): state is [number, ProcessState] => state[1] !== undefined))
}

/** As proc(5) has it: behind the name in brackets the fields from `state` on. Undefined for a process that has ended. */
async function readProcess(pid: number): Promise<ProcessState | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
    return { parent, ticks: user + system + endedUser + endedSystem }
  } catch {
    return undefined
  }
}
