import { CompanyName, EntityName, type EntityStatus, WebAddress } from '@fieldwatch/contract/people/entities'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type EntityUser, NewUser, type Permission, Role } from '@fieldwatch/contract/people/users'
import { z } from 'zod'
import { pictureProblem, type PictureChange } from '#ui/pictures/image-field.tsx'
import { t } from './texts.ts'

/** The choice of a select of entities that adds one. */
export const NEW_ENTITY = 'new-entity'

export interface EntityValues {
  name: string
  company: string
  url: string
  logo: PictureChange
  icon: PictureChange
  /** Only of an entity whose status can be changed. */
  status?: EntityStatus
  /** Left out for a new entity, which begins as the one above. */
  viewersMayEdit?: boolean
  viewersMayConfigure?: boolean
  /** Left out for a new entity; null: as sent. */
  measures?: MeasurePreference | null
  /** Left out for a new entity; null: that of each person's browser. */
  language?: Language | null
}

/** What the forms New User and Edit User hold. */
export interface UserValues {
  firstName: string
  lastName: string
  email: string
  role: string
  /** An id, or `NEW_ENTITY`. */
  entity: string
  company: string
  /** The dataIDs of the units that the user is responsible for. */
  units: readonly string[]
  picture: PictureChange
  permissions: readonly Permission[]
  newEntity: EntityValues
}

export const NO_ENTITY: EntityValues = { name: '', company: '', url: '', logo: undefined, icon: undefined }

const { firstName, lastName, email, company, units } = NewUser.shape

/** A file that the portal does not accept is an error of its field, so that the form is not sent without it. */
const Picture = z
  .custom<PictureChange>(() => true)
  .superRefine((change, context) => {
    const message = pictureProblem(change)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** What Create Entity asks for (specification, document 1, section 5). */
export const EntityForm = z.object({
  name: EntityName,
  company: CompanyName,
  url: WebAddress,
  logo: Picture,
  icon: Picture,
})

const UserForm = z.object({
  firstName,
  lastName,
  email,
  role: z.enum(Role.options, { error: () => t('people.user.role.missing') }),
  entity: z.string().min(1, { error: () => t('people.user.entity.choose') }),
  company,
  units,
  picture: Picture,
})

/** Validates the form; the new entity only when one is to be added. */
export function checkUser(values: UserValues) {
  return (values.entity === NEW_ENTITY ? UserForm.extend({ newEntity: EntityForm }) : UserForm).safeParse(values)
}

/** The values that a form begins with: those of a user, or none. */
export function userValues(user: EntityUser | undefined, entity: EntityId): UserValues {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    role: user?.role ?? '',
    entity: user?.entity ?? entity,
    company: user?.company ?? '',
    units: user?.units ?? [],
    picture: undefined,
    permissions: user?.permissions ?? [],
    newEntity: NO_ENTITY,
  }
}
