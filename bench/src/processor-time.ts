import { readFile } from 'node:fs/promises'

/** What the kernel counts processor time in, 100 a second. */
const TICK_MS = 10

/** User and system time of a process so far, in milliseconds; 0 where the kernel does not report it. */
export async function processorTime(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux') return 0
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
