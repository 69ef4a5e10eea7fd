import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Avatar } from '@mantine/core'
import { IconUser } from '#ui/icons/icons.ts'
import { fullName } from './user-lists.ts'
import classes from './user-cells.module.css'

interface UserCellProps {
  user: EntityUser
}

interface UserNameProps extends UserCellProps {
  /** Whether the entity requires a second factor: then it is told of who has none. */
  required?: boolean
}

/** Picture and name of a user. */
export function UserName({ user, required = false }: UserNameProps) {
  const name = fullName(user)
  const lacks = required && !user.secondFactor && user.status === 'active'
  return (
    <span className={classes['name']}>
      <Avatar src={user.profilePic === '' ? null : user.profilePic} alt="" radius="50%" size="var(--fw-avatar)">
        <IconUser stroke={1.5} aria-hidden="true" />
      </Avatar>
      <span className={classes['words']}>
        <span className={classes['text']} title={name}>
          {name}
        </span>
        {lacks ? <span className={classes['mark']}>No second factor yet</span> : undefined}
      </span>
    </span>
  )
}

/** The address, which may be long. */
export function UserEmail({ user: { email } }: UserCellProps) {
  return (
    <span className={classes['email']} title={email}>
      {email}
    </span>
  )
}

/** The status with its dot; `invited` until the user has chosen a password. */
export function UserStatusText({ user }: UserCellProps) {
  const status = statusOf(user)
  return (
    <span className={classes['status']} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  )
}

const STATUS_WORDS = { active: 'Active', disabled: 'Disabled', invited: 'Invited' } as const

function statusOf({ status, invited }: EntityUser): keyof typeof STATUS_WORDS {
  return status === 'active' && invited ? 'invited' : status
}
