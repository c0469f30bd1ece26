/** Surnames that are common in a country, so that made-up players sound like where their team is from, and like nobody in
 *  particular. */
export const SURNAMES: Readonly<Record<string, readonly string[]>> = {
  gb: 'Barker,Clarke,Dawson,Fletcher,Grant,Hughes,Ingram,Jarvis,Knight,Lowe,Marsh,Norris,Osborne,Palmer,Reeves,Shaw,Tanner,Webb,Yates,Fenton'.split(
    ',',
  ),
  de: 'Albrecht,Brandt,Dietrich,Engel,Fuchs,Graf,Hartmann,Jung,Krause,Lorenz,Maier,Nowak,Otto,Pohl,Roth,Seidel,Thiel,Vogt,Winter,Ziegler'.split(
    ',',
  ),
  es: 'Alonso,Blanco,Cano,Delgado,Esteban,Flores,Gallego,Herrera,Ibáñez,Lozano,Medina,Navas,Ortega,Prieto,Reyes,Soler,Torres,Vega,Vidal,Campos'.split(
    ',',
  ),
  fr: 'Aubert,Bernard,Carpentier,Dumas,Fabre,Girard,Hamon,Jacquet,Lambert,Marchand,Noël,Olivier,Perrin,Renaud,Simon,Tessier,Vasseur,Collet,Leroux,Moulin'.split(
    ',',
  ),
  it: 'Amato,Bianchi,Conti,De Luca,Esposito,Ferri,Galli,Leone,Marini,Neri,Orlando,Pellegrini,Ricci,Sala,Testa,Valli,Zanetti,Costa,Greco,Moretti'.split(
    ',',
  ),
  nl: 'Bakker,De Boer,Dekker,Evers,Groot,Hendriks,Jansen,Kok,Kuipers,Maas,Mulder,Post,Prins,Schouten,Smit,Timmer,Van Dam,Visser,Vos,Willems'.split(
    ',',
  ),
  pt: 'Almeida,Barros,Cardoso,Duarte,Esteves,Faria,Gomes,Henriques,Leite,Machado,Neves,Oliveira,Pinto,Queiroz,Ramos,Soares,Tavares,Vieira,Xavier,Moura'.split(
    ',',
  ),
  tr: 'Aksoy,Bulut,Çelik,Demir,Erdem,Güneş,Işık,Kaplan,Koç,Öztürk,Polat,Sarı,Şahin,Tekin,Uçar,Yavuz,Yıldız,Acar,Doğan,Kurt'.split(
    ',',
  ),
}
