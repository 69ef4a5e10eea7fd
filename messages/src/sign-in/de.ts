import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sign-in.brand': 'Fieldwatch',
  'sign-in.language': 'Sprache',
  'sign-in.title': 'Anmelden',
  'sign-in.submit': 'Anmelden',
  'sign-in.submit.busy': 'Anmeldung läuft …',
  'sign-in.email': 'E-Mail',
  'sign-in.password': 'Passwort',
  'sign-in.forgot': 'Passwort vergessen',
  'sign-in.provider': 'Mit {provider} anmelden',
  'sign-in.back': 'Zurück zur Anmeldung',
  'sign-in.new-link': 'Neuen Link senden',
  'sign-in.wait': 'Einen Moment …',
  'sign-in.open-settings': 'Einstellungen öffnen',
  'sign-in.open-portal': 'Portal öffnen',
  'sign-in.nothing-changed': 'Es wurde nichts geändert.',
  'sign-in.try-again': 'Es wurde nichts geändert. Versuchen Sie es erneut.',

  'sign-in.lead.never': 'Ihre Geräte auf einen Blick.',
  'sign-in.lead.chosen': 'Sie sind abgemeldet.',
  'sign-in.lead.elsewhere': 'Sie haben sich in einem anderen Tab abgemeldet.',
  'sign-in.lead.ended': 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren.',
  'sign-in.lead.factor-required':
    'Ihre Organisation verlangt jetzt einen zweiten Faktor. Melden Sie sich erneut an. Falls Sie noch keinen haben, richten Sie ihn dabei ein.',
  'sign-in.lead.unreachable': 'Das Portal ist nicht erreichbar. Melden Sie sich an, sobald es wieder verfügbar ist.',

  'sign-in.second-factor': 'Zweiter Faktor',
  'sign-in.second-factor.lead': 'Ihr Passwort ist richtig. Noch ein Schritt.',
  'sign-in.set-up': 'Zweiten Faktor einrichten',
  'sign-in.set-up.lead': 'Ihr Passwort ist richtig. Noch ein Schritt, nur dieses Mal.',

  'sign-in.problem.any':
    'Die Anmeldung über den Anbieter ist fehlgeschlagen. Melden Sie sich mit Ihrem Passwort an oder versuchen Sie es gleich noch einmal.',
  'sign-in.problem.away':
    'Der Anbieter ist nicht erreichbar. Melden Sie sich mit Ihrem Passwort an oder versuchen Sie es gleich noch einmal.',
  'sign-in.problem.refused': 'Der Anbieter hat Sie nicht angemeldet oder zu lange gebraucht. Versuchen Sie es erneut.',
  'sign-in.problem.unknown':
    'Kein Konto hier hat die Adresse, die der Anbieter gesendet hat. Bitten Sie einen Administrator Ihrer Organisation, Sie hinzuzufügen.',
  'sign-in.problem.unverified': 'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie zuerst dort.',

  'sign-in.reset.title': 'Passwort zurücksetzen',
  'sign-in.reset.submit': 'Passwort zurücksetzen',
  'sign-in.reset.busy': 'E-Mail wird gesendet …',
  'sign-in.reset.lead': 'Wir senden Ihnen einen Link, um ein neues zu wählen.',
  'sign-in.reset.sent': 'Eine E-Mail wurde gesendet',
  'sign-in.reset.sent.help': 'Wenn die Adresse zu einem Konto gehört, ist der Link darin eine Stunde gültig.',
  'sign-in.reset.again': 'Weitere E-Mail senden',

  'sign-in.link.check': 'Passwort wählen',
  'sign-in.link.dead': 'Dieser Link funktioniert nicht mehr',
  'sign-in.link.dead.lead': 'Ein Link funktioniert einmal und nur für begrenzte Zeit.',
  'sign-in.link.dead.help': 'Dieser Link ist abgelaufen oder wurde bereits verwendet.',

  'sign-in.password.help': 'Mindestens {least, number} Zeichen und keines der häufigsten Passwörter.',
  'sign-in.password.save': 'Passwort speichern',
  'sign-in.password.save.busy': 'Passwort wird gespeichert …',
  'sign-in.password.another.title': 'Neues Passwort wählen',
  'sign-in.password.another.lead': 'Es ersetzt das alte und beendet alle früheren Sitzungen.',
  'sign-in.password.another.label': 'Neues Passwort',
  'sign-in.password.another.done': 'Passwort geändert',
  'sign-in.password.another.done-lead': 'Alle früheren Sitzungen wurden beendet.',
  'sign-in.password.another.success': 'Ihr Passwort wurde geändert.',
  'sign-in.password.another.next': 'Melden Sie sich jetzt mit dem neuen an.',
  'sign-in.password.first.title': 'Wählen Sie Ihr Passwort',
  'sign-in.password.first.lead': 'Willkommen. Damit melden Sie sich künftig an.',
  'sign-in.password.first.label': 'Passwort',
  'sign-in.password.first.done': 'Passwort gespeichert',
  'sign-in.password.first.done-lead': 'Ihr Konto ist bereit.',
  'sign-in.password.first.success': 'Ihr Passwort wurde gespeichert.',
  'sign-in.password.first.next': 'Melden Sie sich jetzt damit an.',

  'sign-in.confirm.title': 'Neue Adresse bestätigen',
  'sign-in.confirm.lead': 'Sie möchten sich mit der Adresse dieser E-Mail anmelden.',
  'sign-in.confirm.help':
    'Mit der alten Adresse können Sie sich dann nicht mehr anmelden. Wir informieren sie über die Änderung.',
  'sign-in.confirm.submit': 'Bestätigen',
  'sign-in.confirm.done': 'E-Mail-Adresse geändert',
  'sign-in.confirm.done.lead': 'Ab jetzt verwenden Sie die neue.',
  'sign-in.confirm.done.help': 'Sie melden sich mit {email} an.',
  'sign-in.confirm.dead.lead': 'Ein Link funktioniert einmal und nur eine Stunde lang.',
  'sign-in.confirm.dead.help':
    'Ihre Adresse wurde nicht geändert. Speichern Sie die neue Adresse erneut in Ihrem Profil, um einen neuen Link zu erhalten.',

  'sign-in.unsubscribe.submit': 'Abbestellen',
  'sign-in.unsubscribe.invalid': 'Dieser Link ist unvollständig',
  'sign-in.unsubscribe.invalid.help':
    'Öffnen Sie den Link aus der E-Mail erneut, oder melden Sie sich an und bestellen Sie in den Einstellungen ab.',
  'sign-in.unsubscribe.alert': 'Diesen Alarm abbestellen?',
  'sign-in.unsubscribe.alert.name': 'Alarm: {name}',
  'sign-in.unsubscribe.alert.help':
    'Sie erhalten zu diesem Alarm keine E-Mails und SMS mehr. Andere Personen und andere Alarme sind nicht betroffen.',
  'sign-in.unsubscribe.alert.done': 'Abbestellt',
  'sign-in.unsubscribe.alert.done.help': 'Sie erhalten zu diesem Alarm keine E-Mails und SMS mehr.',
  'sign-in.unsubscribe.alert.again':
    'Um wieder Nachrichten zu erhalten, melden Sie sich an und abonnieren Sie den Alarm unter Einstellungen, Alarme.',
  'sign-in.unsubscribe.alert.gone': 'Sie haben diesen Alarm nicht abonniert',
  'sign-in.unsubscribe.alert.gone.lead': 'Er wurde entfernt oder wird nicht mehr mit Ihnen geteilt.',
  'sign-in.unsubscribe.report': 'Diesen Bericht abbestellen?',
  'sign-in.unsubscribe.report.name': 'Bericht: {name}',
  'sign-in.unsubscribe.report.help': 'Sie erhalten ihn nicht mehr per E-Mail. Andere Empfänger erhalten ihn weiterhin.',
  'sign-in.unsubscribe.report.gone': 'Sie haben diesen Bericht nicht abonniert',
  'sign-in.unsubscribe.report.gone.lead': 'Wenden Sie sich an den Eigentümer, um ihn wieder zu erhalten.',
}
