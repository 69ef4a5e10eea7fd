import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'webhooks.title': 'Webhooks',
  'webhooks.help':
    'Ein Webhook sendet Alarme einer Organisation an ein Programm oder einen Chatraum, wenn ihre Benutzer benachrichtigt werden. Eine Organisation hat höchstens {most, number}.',
  'webhooks.entity': 'Organisation',
  'webhooks.failed': 'Die Webhooks konnten nicht geladen werden',
  'webhooks.none':
    'Noch keine Webhooks. Fügen Sie einen hinzu, um Alarme an Slack, Teams, ntfy oder Ihr eigenes System zu senden.',
  'webhooks.add': 'Webhook hinzufügen',
  'webhooks.add.title': 'Webhook hinzufügen',
  'webhooks.add.submit': 'Hinzufügen',
  'webhooks.edit': 'Bearbeiten',
  'webhooks.edit.title': 'Webhook bearbeiten',
  'webhooks.save': 'Speichern',

  'webhooks.kind': 'Art',
  'webhooks.kind.generic': 'Eigenes Programm',
  'webhooks.kind.slack': 'Slack',
  'webhooks.kind.teams': 'Microsoft Teams',
  'webhooks.kind.ntfy': 'ntfy',
  'webhooks.name': 'Name',
  'webhooks.name.example': 'Leitstelle',
  'webhooks.address': 'Adresse',
  'webhooks.address.generic': 'Wo das Programm JSON per POST annimmt',
  'webhooks.address.slack': 'Adresse eines eingehenden Webhooks',
  'webhooks.address.teams': 'Adresse des Workflows „When a Teams webhook request is received“',
  'webhooks.address.ntfy': 'Adresse des Servers mit dem Thema am Ende',
  'webhooks.address.help':
    'Er erhält jeden Alarm der Organisation. Wer die Adresse eines Chatraums kennt, kann dort schreiben: Halten Sie sie geheim.',

  'webhooks.secret':
    'Jede Nachricht wird mit diesem Schlüssel signiert. Er wird nur jetzt angezeigt. Kopieren Sie ihn zum Empfänger. Slack, Teams und ntfy brauchen keinen.',
  'webhooks.secret.lost':
    'Er wird nur jetzt angezeigt. Ohne ihn kann der Empfänger Nachrichten nicht prüfen, und der Webhook braucht einen neuen.',

  'webhooks.state.off': 'Ausgeschaltet: Er erhält keine Nachrichten.',
  'webhooks.state.gave-up': 'Vom Portal ausgeschaltet {ago}, nach drei Tagen ohne Erfolg.',
  'webhooks.state.failing': 'Fehler seit {ago}.',
  'webhooks.state.new': 'Es wurde noch nichts gesendet.',
  'webhooks.state.good': 'Funktioniert: letzter Erfolg {ago}.',

  'webhooks.test': 'Test senden',
  'webhooks.test.failed': 'Der Test wurde nicht gesendet.',
  'webhooks.test.time': '{milliseconds, number} ms',
  'webhooks.test.answer': '{milliseconds, number} ms, Antwort: {answer}',
  'webhooks.switch-on': 'Einschalten',
  'webhooks.newer': 'Es wurde nichts überschrieben. Die neuere Version wird angezeigt.',
  'webhooks.off': 'Ausschalten',
  'webhooks.off.title': '{name} ausschalten?',
  'webhooks.off.text': 'Alarme, die in dieser Zeit ausgelöst werden, werden nicht nachgesendet.',
  'webhooks.secret.new': 'Neuer Schlüssel',
  'webhooks.secret.new.title': 'Neuen Schlüssel für {name} erzeugen?',
  'webhooks.secret.new.text':
    'Der alte Schlüssel gilt sofort nicht mehr. Der Empfänger lehnt Nachrichten ab, bis er den neuen hat.',
  'webhooks.remove': 'Entfernen',
  'webhooks.remove.title': '{name} entfernen?',
  'webhooks.remove.text': 'Er erhält keine Nachrichten mehr, und ausstehende werden nicht gesendet.',
  'webhooks.gone': 'Der Webhook existiert nicht mehr.',
  'webhooks.tab': 'Webhooks',
  'webhooks.channel': 'Webhook',
  'webhooks.count': '{total, plural, one {# Webhook} other {# Webhooks}}',
  'errors.webhook/not-found': 'Webhook nicht gefunden.',
  'errors.webhook/too-many': 'Eine Organisation kann höchstens 10 Webhooks haben.',
  'errors.webhook/changed':
    'Dieser Webhook wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'webhooks.mail.subject': 'Der Webhook {webhook} wurde ausgeschaltet',
  'webhooks.mail.what':
    'Der Webhook {webhook} hat drei Tage lang nichts angenommen und wurde ausgeschaltet. Der letzte Fehler:',
  'webhooks.mail.act':
    'Er erhält keine Alarme mehr. Wenn er wieder funktioniert, schalten Sie ihn in den Einstellungen ein und senden einen Test:',
  'webhooks.not-sent.removed': 'Der Webhook wurde entfernt.',
  'webhooks.not-sent.entity-disabled': 'Die Organisation des Webhooks ist deaktiviert.',
  'webhooks.not-sent.left-out': 'Das Portal wurde ohne Webhooks gestartet.',
  'webhooks.not-sent.off': 'Der Webhook ist ausgeschaltet.',
  'webhooks.test.took': 'Der Empfänger hat den Test mit HTTP-Status {status} angenommen.',
  'webhooks.test.title': 'Test von Fieldwatch',
  'activity-actions.change-webhook': 'Webhook geändert',
  'activity-actions.create-webhook': 'Webhook angelegt',
  'activity-actions.remove-webhook': 'Webhook entfernt',
  'activity-actions.test-webhook': 'Webhook getestet',
}
