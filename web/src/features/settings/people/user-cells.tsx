import type { EntityUser, UserStatus } from '@fieldwatch/contract/people/users'
import { Avatar } from '@mantine/core'
import { IconUser } from '#ui/icons/icons.ts'
import { fullName } from './user-lists.ts'
import classes from './user-cells.module.css'
import { t } from './texts.ts'

interface UserCellProps {
  user: EntityUser
}

interface UserNameProps extends UserCellProps {
  /** Whether the entity requires a second factor: then people without one are marked. */
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
        {lacks ? <span className={classes['mark']}>{t('people.users.no-factor')}</span> : undefined}
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
      {t(`people.users.status.${status}`)}
    </span>
  )
}

function statusOf({ status, invited }: EntityUser): UserStatus | 'invited' {
  return status === 'active' && invited ? 'invited' : status
}
