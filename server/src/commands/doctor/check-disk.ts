import { access, constants, statfs } from 'node:fs/promises'
import { LITTLE_ROOM, nearestFolder } from '#platform/metrics/watch-disk.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const GIGABYTE = 1_000_000_000
const LITTLE_SHARE = 0.1

/** Whether a folder can be used, and has room. One that is not there yet is made within the nearest that is. */
export async function checkDisk(what: string, folder: string): Promise<Finding[]> {
  const found = nearestFolder(folder)
  const { bavail, blocks, bsize } = await statfs(found)
  const free = bavail * bsize
  const room = `${(free / GIGABYTE).toFixed(1)} GB are free for ${what} (${folder})`
  const findings = [judge(free, free / (blocks * bsize), room)]
  try {
    await access(found, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    findings.push(wrong(`${found} cannot be written by this user. Give it the folder (chown), or start as its owner.`))
  }
  return findings
}

function judge(free: number, share: number, room: string): Finding {
  if (free < LITTLE_ROOM) return wrong(`Only ${room}. Without room nothing is stored, and units are not acknowledged.`)
  return share < LITTLE_SHARE ? note(`${room}, less than a tenth of that disk.`) : well(`${room}.`)
}
