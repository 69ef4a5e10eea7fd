import type { SessionUser } from '@fieldwatch/contract/users'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import classes from './profile.module.css'

interface ProfileFactsProps {
  me: SessionUser
}

/** What is known of the signed-in user. */
export function ProfileFacts({ me }: ProfileFactsProps) {
  const facts = [
    ['First Name', me.firstName],
    ['Last Name', me.lastName],
    ['Email', me.email],
    ['Phone number', me.phone],
    ...(me.company === '' ? [] : [['Company', me.company] as const]),
  ] as const
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? EMPTY_CELL : value}</dd>
        </div>
      ))}
    </dl>
  )
}
