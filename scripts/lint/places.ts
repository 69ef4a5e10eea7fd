import { dirname, join, relative } from 'node:path'

/** The floors of a workspace, lowest first. A room imports from its own floor and from those below. */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  server: ['platform', 'delivery', 'people', 'fleet', 'records', 'doors', 'features'],
  web: ['platform', 'ui', 'shared', 'features'],
  contract: ['src'],
}

/** Tests and what they are built of may look at everything. */
export const OF_TESTS = /\.(?:test|spec)\.tsx?$|\/testing\//

export interface Place {
  readonly workspace: string
  /** The absolute folder that holds the floors. */
  readonly root: string
  /** Undefined for the files that put the floors together. */
  readonly floor: string | undefined
  /** The room on it. */
  readonly room: string | undefined
}

/** The absolute path that a specifier of our own means. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const root = /^(.*\/(?:server|web)\/src)\//.exec(file)?.[1]
  return specifier.startsWith('#') && root !== undefined ? join(root, specifier.slice(1)) : undefined
}

/** Undefined outside the workspaces that have rooms. Those of the contract are all on one floor, which has its name. */
export function placeOf(file: string): Place | undefined {
  const [, own, part] = /^(.*\/extensions\/[^/]+)\/(server|web|contract)\//.exec(file) ?? []
  if (own !== undefined && part !== undefined) return { workspace: part, root: own, floor: undefined, room: undefined }
  const [, root, workspace] = /^(.*\/(server|web|contract)\/src)\//.exec(file) ?? []
  if (root === undefined || workspace === undefined) return undefined
  const [floor = '', room] = relative(workspace === 'contract' ? dirname(root) : root, file).split('/')
  return FLOORS[workspace]?.includes(floor) === true
    ? { workspace, root, floor, room }
    : { workspace, root, floor: undefined, room: undefined }
}
