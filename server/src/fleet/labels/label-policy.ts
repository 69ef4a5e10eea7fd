import type { Label } from '@fieldwatch/contract/units/labels'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'entity' | 'reach'>

/** Admins who have its entity in reach change a label. @throws DomainError access/forbidden, label/not-found */
export function requireMayChangeLabel(person: Person, label: Label | undefined): asserts label is Label {
  requireAdmin(person)
  if (label === undefined || !mayReach(person, label.entity)) throw new DomainError('label/not-found')
}
