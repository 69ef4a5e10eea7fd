import { readFileSync } from 'node:fs'

interface Described {
  readonly version: string
  /** A package has it; a checkout knows it by git. */
  readonly commit?: string
}

const COMMIT_LENGTH = 12

const described = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Described

/** The release that this is, such as `0.1.0`. */
export const RELEASE = described.version

/** The commit that this was made from, where that is known. */
export const COMMIT = described.commit ?? findCommit(new URL('../../../../.git/', import.meta.url))

/** The release with its commit, such as `0.1.0+3f2a9c81d0e4`: two builds of one release differ by it. */
export const BUILD = COMMIT === undefined ? RELEASE : `${RELEASE}+${COMMIT}`

/** Reads what git has checked out, without git. */
export function findCommit(folder: URL): string | undefined {
  try {
    const head = readFileSync(new URL('HEAD', folder), 'utf8').trim()
    const [, branch] = /^ref: (\S+)$/.exec(head) ?? []
    return (branch === undefined ? head : readBranch(folder, branch)).slice(0, COMMIT_LENGTH) || undefined
  } catch {
    // No checkout, or one that git keeps in another way.
    return undefined
  }
}

function readBranch(folder: URL, branch: string): string {
  try {
    return readFileSync(new URL(branch, folder), 'utf8').trim()
  } catch {
    const packed = readFileSync(new URL('packed-refs', folder), 'utf8').split('\n')
    return packed.find((line) => line.endsWith(` ${branch}`)) ?? ''
  }
}
