import { Text } from '@mantine/core'
import { t } from './texts.ts'

/** Says that nothing arrives yet. */
export function MailsNote() {
  return <Text size="sm">{t('reports-by-mail.mails-note')}</Text>
}
