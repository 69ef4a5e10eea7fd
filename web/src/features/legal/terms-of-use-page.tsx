import { LegalPage } from './legal-page.tsx'
import { t } from './texts.ts'

export function TermsOfUsePage() {
  return (
    <LegalPage
      title={t('legal.terms.title')}
      lead={t('legal.terms.lead')}
      sections={[
        {
          title: t('legal.terms.use'),
          points: [t('legal.terms.use.units'), t('legal.terms.use.secret'), t('legal.terms.use.activity')],
        },
        {
          title: t('legal.terms.sms'),
          points: [
            t('legal.terms.sms.number'),
            t('legal.terms.sms.when'),
            t('legal.terms.sms.cost'),
            t('legal.terms.sms.stop'),
          ],
        },
        { title: t('legal.terms.limits'), points: [t('legal.terms.limits.delivery'), t('legal.terms.limits.values')] },
      ]}
    />
  )
}
