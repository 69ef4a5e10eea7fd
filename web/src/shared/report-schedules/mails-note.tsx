import { Text } from '@mantine/core'

/** Says that nothing arrives yet. */
export function MailsNote() {
  return (
    <Text size="sm">
      This portal has no mail server yet: mails wait in its outbox for a day, where whoever runs it can read them.
    </Text>
  )
}
