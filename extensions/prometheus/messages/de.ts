import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'prometheus.write.format':
    'Senden Sie Remote Write 1.0: application/x-protobuf mit prometheus.WriteRequest, mit Snappy komprimiert.',
  'prometheus.write.protobuf': 'Der Inhalt ist keine gültige Protobuf-Nachricht.',
  'prometheus.write.snappy': 'Der Inhalt ist nicht gültig mit Snappy komprimiert.',
  'prometheus.write.labels': 'Eine Zeitreihe hat höchstens {count, number} Labels von zusammen {size, number} KiB.',
  'prometheus.write.text': 'Ein Label ist kein gültiges UTF-8.',
  'prometheus.write.repeated': 'Ein Label kommt zweimal vor.',
  'prometheus.write.histogram': 'Native Histogramme werden nicht unterstützt.',
  'prometheus.write.name': 'Die Metrik hat keinen Namen.',
  'prometheus.write.samples': 'Ein Inhalt hat höchstens {count, number} Messwerte.',
  'prometheus.query.ends': 'Die Abfrage ist unvollständig.',
  'prometheus.query.unexpected': 'Die Abfrage ist ab „{text}“ (Position {position, number}) nicht lesbar.',
  'prometheus.query.deep': 'In einer Abfrage sind höchstens {most, number} Ausdrücke ineinander geschachtelt.',
  'prometheus.query.no-selector': '„{text}“ ist kein Selektor von Zeitreihen.',
  'prometheus.query.no-match': 'Nennen Sie die Zeitreihen mit match[].',
  'prometheus.query.same-labels':
    'Zwei Reihen des Ergebnisses haben dieselben Labels. Gruppieren Sie nach einem Label, das sie unterscheidet: Rechnungen lassen den Namen der Metrik weg.',
  'prometheus.query.subquery': 'Unterabfragen wie „{text}“ (Position {position, number}) werden nicht unterstützt.',
  'prometheus.query.at': 'Der Modifikator @ in „{text}“ (Position {position, number}) wird nicht unterstützt.',
  'prometheus.query.string': 'Ein Text wie {text} (Position {position, number}) wird als Ausdruck nicht unterstützt.',
  'prometheus.query.part': '„{text}“ (Position {position, number}) wird nicht unterstützt.',
  'prometheus.query.number': '„{text}“ (Position {position, number}) ist keine unterstützte Zahl.',
  'prometheus.query.offset':
    'In „{text}“ (Position {position, number}) muss offset direkt hinter einem Selektor stehen.',
  'prometheus.query.operator':
    'Der Operator „{text}“ (Position {position, number}) wird nicht unterstützt. Möglich sind: + - * / % ^',
  'prometheus.query.matching':
    '„{text}“ (Position {position, number}) wird nicht unterstützt: Zeitreihen werden nur mit Zahlen verrechnet.',
  'prometheus.query.two-vectors':
    '„{text}“ (Position {position, number}) verrechnet Zeitreihen miteinander. Zeitreihen werden nur mit Zahlen verrechnet; verwenden Sie eine berechnete Datenquelle.',
  'prometheus.query.function':
    'Die Funktion „{text}“ (Position {position, number}) wird nicht unterstützt. Möglich sind: avg_over_time, min_over_time, max_over_time, sum_over_time, count_over_time, last_over_time, rate, increase',
  'prometheus.query.aggregation':
    'Die Aggregation „{text}“ (Position {position, number}) wird nicht unterstützt. Möglich sind: sum, avg, min, max, count',
  'prometheus.query.range-of':
    'In „{text}“ (Position {position, number}) muss der Zeitraum in Klammern direkt hinter einem Selektor stehen.',
  'prometheus.query.range-alone':
    '„{text}“ (Position {position, number}) ist ein Zeitraum. Wenden Sie eine Funktion wie avg_over_time darauf an.',
  'prometheus.query.range-of-ranges':
    'Eine Abfrage über die Zeit ergibt einen Wert je Schritt. Wenden Sie auf einen Zeitraum eine Funktion wie avg_over_time an.',
  'prometheus.query.two-names': '„{text}“ (Position {position, number}) nennt die Metrik zweimal.',
  'prometheus.query.any-series':
    '„{text}“ (Position {position, number}) wählt alles aus. Mindestens eine Bedingung darf auf einen leeren Wert nicht zutreffen.',
  'prometheus.query.text': 'Der Text {text} (Position {position, number}) ist ungültig.',
  'prometheus.query.duration':
    '„{text}“ (Position {position, number}) ist keine gültige Dauer. Schreiben Sie sie wie in 5m oder 1h30m.',
  'prometheus.query.argument':
    'In „{text}“ (Position {position, number}) erwartet die Funktion einen Zeitraum, wie in rate(level[5m]).',
  'prometheus.query.aggregated':
    'In „{text}“ (Position {position, number}) erwartet die Aggregation einen Ausdruck mit Zeitreihen.',
  'prometheus.query.pattern': '„{pattern}“ ist kein gültiger regulärer Ausdruck.',
  'prometheus.query.pattern-large':
    'Der reguläre Ausdruck „{pattern}“ ist zu groß. Verwenden Sie eine Liste von Werten wie in a|b|c.',
  'prometheus.query.step': 'Die Schrittweite ist eine Dauer von mindestens einer Millisekunde.',
  'prometheus.query.order': 'Das Ende liegt vor dem Anfang.',
  'prometheus.query.steps': 'Ein Zeitraum hat höchstens {most, number} Schritte. Wählen Sie eine längere Schrittweite.',
  'prometheus.query.lookback': 'Die Rückschau (lookback_delta) ist eine Dauer, wie in 30m.',
  'prometheus.query.time': '„{text}“ ist keine Zeit: Verwenden Sie Sekunden seit 1970 oder RFC 3339.',
  'prometheus.query.series':
    'Eine Abfrage hat höchstens {most, number} Zeitreihen. Fügen Sie Bedingungen hinzu, zum Beispiel unit="…".',
  'prometheus.query.values':
    'Eine Antwort hat höchstens {most, number} Werte. Wählen Sie weniger Zeitreihen oder eine längere Schrittweite.',
  'prometheus.query.samples':
    'Eine Abfrage liest höchstens {most, number} Werte. Wählen Sie einen kürzeren Zeitraum, ein kürzeres Fenster oder weniger Zeitreihen.',
  'prometheus.query.window': 'Ein Fenster hat höchstens {most, number} Werte einer Zeitreihe. Wählen Sie ein kürzeres.',
  'prometheus.help':
    'Tragen Sie in Prometheus oder einem Agenten dafür diese Adresse und dieses Token unter „remote_write“ ein. Ein Prometheus, das für mehrere Geräte abfragt, verwendet ein Token mit dem Recht, für Geräte zu senden, und nennt jedes Gerät im Label „unit“.',
  'errors.query/invalid': 'Diese Abfrage kann nicht gelesen werden.',
  'errors.query/unsupported': 'Diese Abfrage verwendet einen Teil von PromQL, der nicht unterstützt wird.',
  'errors.query/too-large':
    'Diese Abfrage liest zu viel auf einmal. Wählen Sie weniger Zeitreihen, einen kürzeren Zeitraum oder eine längere Schrittweite.',
}
