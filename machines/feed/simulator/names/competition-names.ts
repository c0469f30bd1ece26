import type { WrittenName } from './town-names.ts'

const list = (text: string): readonly WrittenName[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|') as unknown as WrittenName)

/** Competitions of simulated games. Disciplines on a screen keep their names in every script, as they do everywhere. */
export const COMPETITIONS = list(`
  Premier Division|Премьер-дивизион|دوري الدرجة الممتازة
  Erste Klasse|Эрсте Классе|إرسته كلاسه
  Primera Nacional|Примера Насьональ|بريميرا ناسيونال
  Serie Nazionale|Серия Национале|سيري ناتسيونالي
  Division Nationale|Дивизьон Насьональ|ديفيزيون ناسيونال
  Continental Cup|Континентальный кубок|كأس القارات
  Ice League|Ледовая лига|دوري الجليد
  Polar Cup|Полярный кубок|الكأس القطبية
  Liga Baloncesto|Лига Балонсесто|دوري كرة السلة
  Coupe de Basket|Кубок баскетбола|كأس كرة السلة
  Harbour Open, singles|Харбор Опен, одиночный разряд|هاربور المفتوحة، فردي
  City Masters, singles|Сити Мастерс, одиночный разряд|سيتي ماسترز، فردي
  Serie Volley|Серия Волей|دوري الكرة الطائرة
  Handball-Klasse|Гандбол-Классе|دوري كرة اليد
  Table Tennis Cup|Кубок настольного тенниса|كأس تنس الطاولة
  Twenty20 Shield|Щит Твенти20|درع توينتي 20
  Diamond League|Бриллиантовая лига|الدوري الماسي
  Gridiron League|Лига гридайрон|دوري غريدآيرون
  Fight Night, lightweight|Вечер боёв, лёгкий вес|ليلة النزال، الوزن الخفيف
  Fight Night, welterweight|Вечер боёв, полусредний вес|ليلة النزال، وزن الوسط الخفيف
  Fight Night, heavyweight|Вечер боёв, тяжёлый вес|ليلة النزال، الوزن الثقيل
  Marble Run|Гонка шариков|سباق الكرات الزجاجية
`)
