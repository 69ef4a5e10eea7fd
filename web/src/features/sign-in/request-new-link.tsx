import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Leads from an expired link to the form that sends a new one. */
export function RequestNewLink() {
  return (
    <Anchor component={Link} to="/reset-password">
      Send me a new link
    </Anchor>
  )
}
