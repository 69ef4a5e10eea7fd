export const LOCKFILES = ['package-lock.json', 'bench/yardsticks/package-lock.json', 'e2e/chromium/package-lock.json']

interface Lockfile {
  readonly packages: Record<string, { engines?: unknown; resolved?: string; link?: boolean }>
}

/**
 * Leaves out of a lockfile what depends on the machine that wrote it and hinders others. `engines`: npm leaves out the
 * optional programs of sharp, Vite and oxlint when the Node that it runs on itself is too old for them, though they
 * never run on it, and warns of each package. `resolved`: which registry was near.
 */
export function tidyLockfile(text: string): string {
  const lockfile = JSON.parse(text) as Lockfile
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (!path.includes('node_modules/')) continue
    delete entry.engines
    if (entry.link !== true) delete entry.resolved
  }
  return `${JSON.stringify(lockfile, undefined, 2)}\n`
}
