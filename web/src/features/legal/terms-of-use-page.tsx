import { LegalPage, type LegalSection } from './legal-page.tsx'

export function TermsOfUsePage() {
  return (
    <LegalPage
      title="Terms of use"
      lead="What holds between you and your organisation when you use this portal and its SMS."
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'Using the portal',
    points: [
      'Use it for the units of your organisation and of those that it lets you see.',
      'Keep your password and the codes that you get to yourself. Nobody of this portal will ask you for them.',
      'What you change is noted with your name and the time.',
    ],
  },
  {
    title: 'SMS',
    points: [
      'Enter only a phone number that is yours, or that you may use.',
      'You get SMS with codes when you ask for them, and about alerts while you have them switched on. How many depends on your alerts.',
      'Your phone company may charge you for receiving them, abroad above all.',
      'You can stop them at any time in Settings, Profile.',
    ],
  },
  {
    title: 'What not to rely on',
    points: [
      'SMS and mails can come late or not at all. Do not let the safety of people depend on a notification alone.',
      'Values are what units sent. A unit that is silent or broken sends nothing, or something wrong.',
    ],
  },
]
