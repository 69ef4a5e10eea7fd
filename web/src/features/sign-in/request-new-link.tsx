import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from './texts.ts'

/** Leads from an expired link to the form that sends a new one. */
export function RequestNewLink() {
  return (
    <Anchor component={Link} to="/reset-password">
      {t('sign-in.new-link')}
    </Anchor>
  )
}
