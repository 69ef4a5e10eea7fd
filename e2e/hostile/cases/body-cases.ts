import type { AnyEndpoint } from '@fieldwatch/contract/endpoint'
import { ENDPOINTS } from '@fieldwatch/contract/endpoints'
import { z } from 'zod'
import { askJson } from '../ask.ts'
import type { HostileCase, Sender, Target } from '../hostile-case.ts'
import { HOSTILE_JSON, HOSTILE_VALUES } from './hostile-values.ts'

/** Every address that takes JSON, with invalid JSON and with hostile values in each field. */
export function bodyCases(): HostileCase[] {
  return ENDPOINTS.filter(takesJson).flatMap((endpoint) => [
    ...Object.entries(HOSTILE_JSON).map(([what, body]) => caseOf(endpoint, `JSON of ${what}`, () => body)),
    ...Object.entries(HOSTILE_VALUES).map(([what, value]) =>
      caseOf(endpoint, what, (target) => filled(endpoint, target, value)),
    ),
  ])
}

function takesJson({ bodyFormat, body, access, path }: AnyEndpoint): boolean {
  // Bodies of units have their own cases; signing out would end the run.
  return bodyFormat === 'json' && !(body instanceof z.ZodUndefined) && access !== 'unit' && !path.endsWith('/sign-out')
}

function caseOf(endpoint: AnyEndpoint, what: string, write: (target: Target) => string): HostileCase {
  return {
    kind: 'JSON bodies',
    name: `${endpoint.method} ${endpoint.path} with ${what}`,
    expected: 'judged',
    send: (target) =>
      askJson(target, {
        method: endpoint.method,
        path: pathOf(endpoint, target),
        as: senderOf(endpoint),
        body: write(target),
      }),
  }
}

/** The address about things that exist. */
export function pathOf({ path }: AnyEndpoint, target: Target): string {
  const known: Record<string, string> = {
    dataID: target.dataID,
    entity: target.entity,
    subject: 'level',
    source: 'level',
    file: 'level.csv',
    folder: 'profile',
  }
  return path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? 'nothing')
}

export function senderOf({ access }: AnyEndpoint): Sender {
  if (access === 'public') return 'nobody'
  return access === 'unit' ? 'unit' : 'admin'
}

/** A body with the value in every field, except those without which the others would not be read. */
function filled({ body }: AnyEndpoint, target: Target, value: unknown): string {
  const needed = {
    dataID: target.dataID,
    entity: target.entity,
    subject: 'level',
    templateID: target.template,
    dryRun: true,
  }
  const shape = z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })
  const names = Object.keys(shape.properties ?? {})
  const given = names.map((name) => [name, name in needed ? needed[name as keyof typeof needed] : value] as const)
  return JSON.stringify(Object.fromEntries(given))
}
