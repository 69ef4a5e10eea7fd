import { existsSync } from 'node:fs'
import { access, constants, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { LITTLE_ROOM, nearestFolder } from '#platform/metrics/watch-disk.ts'
import { sizeOf } from '#platform/upgrade/upgrade-postgres.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const GIGABYTE = 1_000_000_000
const LITTLE_SHARE = 0.1

/** Whether a folder can be used, and has room. One that is not there yet is made within the nearest that is. */
export async function checkDisk(what: string, folder: string): Promise<Finding[]> {
  const found = nearestFolder(folder)
  const { bavail, blocks, bsize } = await statfs(found)
  const free = bavail * bsize
  const room = `${(free / GIGABYTE).toFixed(1)} GB are free for ${what} (${folder})`
  return [judge(free, free / (blocks * bsize), room), ...(await checkWritable(folder))]
}

/** Whether this user may use a folder, or make it within the nearest that is there. */
export async function checkWritable(folder: string): Promise<Finding[]> {
  const found = nearestFolder(folder)
  try {
    await access(found, constants.R_OK | constants.W_OK | constants.X_OK)
    return []
  } catch {
    return [wrong(`${found} is not writable for this user. Change its owner (chown), or start as its owner.`)]
  }
}

/** What an update of PostgreSQL left, which no one needs once all is well. */
export async function checkFormerData(dataFolder: string): Promise<Finding[]> {
  if (!existsSync(dataFolder)) return []
  const former = (await readdir(dataFolder)).filter((name) => /^postgres-\d+$/.test(name))
  return Promise.all(
    former.map(async (name) => {
      const path = join(dataFolder, name)
      const size = ((await sizeOf(path)) / GIGABYTE).toFixed(1)
      return note(
        `${path} has the data as they were before an update of PostgreSQL (${size} GB). Remove it when all is well.`,
      )
    }),
  )
}

function judge(free: number, share: number, room: string): Finding {
  if (free < LITTLE_ROOM) return wrong(`Only ${room}. On a full disk, records are neither stored nor acknowledged.`)
  return share < LITTLE_SHARE ? note(`${room}, less than a tenth of that disk.`) : well(`${room}.`)
}
