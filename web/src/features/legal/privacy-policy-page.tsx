import { LegalPage } from './legal-page.tsx'
import { t } from './texts.ts'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title={t('legal.privacy.title')}
      lead={t('legal.privacy.lead')}
      sections={[
        {
          title: t('legal.privacy.stored'),
          points: [
            t('legal.privacy.stored.account'),
            t('legal.privacy.stored.phone'),
            t('legal.privacy.stored.activity'),
          ],
        },
        {
          title: t('legal.privacy.phone'),
          points: [t('legal.privacy.phone.code'), t('legal.privacy.phone.alerts'), t('legal.privacy.phone.else')],
        },
        {
          title: t('legal.privacy.access'),
          points: [t('legal.privacy.access.people'), t('legal.privacy.access.sms'), t('legal.privacy.access.mail')],
        },
        { title: t('legal.privacy.choices'), points: [t('legal.privacy.choices.sms'), t('legal.privacy.choices.ask')] },
      ]}
    />
  )
}
