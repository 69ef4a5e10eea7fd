import type { Role, UserStatus } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** The values that an admin changes in the table of users. */
export type RoleOrStatus = Role | UserStatus

interface Question {
  title: string
  text: string
  confirm: string
}

/** The question before a user's role or status is changed. */
export function roleQuestion(value: RoleOrStatus, name: string): Question {
  return {
    title: t(`people.ask.${value}.title`, { name }),
    text: t(`people.ask.${value}.text`),
    confirm: t(`people.ask.${value}.confirm`),
  }
}
