import { ButtonLink } from '#ui/components/button-link.tsx'
import { t } from './texts.ts'

export function BackToLogin() {
  return (
    <ButtonLink to="/login" variant="default" fullWidth>
      {t('sign-in.back')}
    </ButtonLink>
  )
}
