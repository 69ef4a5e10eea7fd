import type { Role, UserStatus } from '@fieldwatch/contract/people/users'

/** The values that an admin changes in the table of users. */
export type Standing = Role | UserStatus

interface Question {
  title: string
  text: string
  confirm: string
}

/** The question before a user's role or status is changed. */
export function standingQuestion(standing: Standing, name: string): Question {
  return QUESTIONS[standing](name)
}

const QUESTIONS: Readonly<Record<Standing, (name: string) => Question>> = {
  admin: (name) => ({
    title: `Make ${name} an admin?`,
    text: 'An admin changes units, people and sub-entities, and can take the role from others.',
    confirm: 'Make admin',
  }),
  viewer: (name) => ({
    title: `Make ${name} a viewer?`,
    text: 'What only admins may do is refused at once, also what is begun on an open page.',
    confirm: 'Make viewer',
  }),
  active: (name) => ({
    title: `Let ${name} sign in again?`,
    text: 'The person sees the units of the entity again, with the role from before.',
    confirm: 'Let in',
  }),
  disabled: (name) => ({
    title: `Disable ${name}?`,
    text: 'This person is signed out at once, and cannot sign in until the status is active again.',
    confirm: 'Disable',
  }),
}
