import { Avatar, Group, Text } from '@mantine/core'
import { IconUser } from '#ui/icons/icons.ts'
import { useMe } from '#platform/session/me-queries.ts'
import classes from './signed-in-user.module.css'
import { t } from './texts.ts'

/** The signed-in user: picture, first name, email. */
export function SignedInUser() {
  const { firstName, email, profilePic } = useMe()
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar
        src={profilePic === '' ? null : profilePic}
        alt={t('shell.user.picture', { name: firstName })}
        radius="50%"
        size="md"
      >
        <IconUser stroke={1.5} aria-hidden="true" />
      </Avatar>
      <div data-part="words" className={classes['words']}>
        <Text size="sm" fw={550} truncate>
          {firstName}
        </Text>
        <Text size="xs" c="dimmed" truncate title={email}>
          {email}
        </Text>
      </div>
    </Group>
  )
}
