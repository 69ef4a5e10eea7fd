import type { Role, UserStatus } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** The values that an admin changes in the table of users. */
export type Standing = Role | UserStatus

interface Question {
  title: string
  text: string
  confirm: string
}

/** The question before a user's role or status is changed. */
export function standingQuestion(standing: Standing, name: string): Question {
  return {
    title: t(`people.ask.${standing}.title`, { name }),
    text: t(`people.ask.${standing}.text`),
    confirm: t(`people.ask.${standing}.confirm`),
  }
}
