import { ButtonLink } from '#ui/components/button-link.tsx'

export function BackToLogin() {
  return (
    <ButtonLink to="/login" variant="default" fullWidth>
      Back to login
    </ButtonLink>
  )
}
