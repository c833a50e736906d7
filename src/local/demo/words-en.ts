/** Words and patterns of English channel names. */
export const ENGLISH = {
  slots: {
    man: 'Aaron|Adam|Aidan|Alex|Andre|Arjun|Ben|Blake|Brandon|Caleb|Cameron|Carlos|Charlie|Connor|Dan|Darius|Declan|Derek|Diego|Dylan|Eli|Elliot|Ethan|Felix|Finn|Gabe|George|Grant|Harry|Hugo|Ian|Isaac|Jack|Jake|Jamal|Jasper|Joel|Josh|Kai|Kevin|Kofi|Leo|Liam|Logan|Lucas|Luke|Malik|Marcus|Mason|Max|Miles|Mo|Nate|Nico|Noah|Oliver|Omar|Oscar|Owen|Patrick|Quinn|Rafael|Raj|Reed|Rohan|Ryan|Sam|Scott|Sean|Simon|Theo|Toby|Tom|Tyler|Victor|Wes|Will|Zach',
    woman:
      'Abby|Ada|Alice|Amara|Amelia|Anika|Annie|Aria|Audrey|Ava|Beth|Bianca|Carmen|Chloe|Claire|Daisy|Dana|Ella|Ellie|Emma|Erin|Esme|Eva|Fiona|Freya|Gemma|Grace|Hannah|Harper|Hazel|Holly|Imani|Iris|Isla|Ivy|Jade|Jess|Josie|Julia|Kate|Keira|Layla|Leah|Lena|Lily|Lola|Lucy|Luna|Maeve|Maya|Megan|Mia|Mila|Molly|Nadia|Naomi|Nora|Olivia|Paige|Phoebe|Piper|Priya|Rachel|Rosie|Ruby|Sadie|Sara|Sienna|Sofia|Stella|Tara|Tess|Uma|Vera|Violet|Willow|Yara|Zoe',
    surname:
      'Abbott|Adler|Ainsworth|Archer|Ashford|Atkins|Bailey|Barlow|Beckett|Bellamy|Bennett|Bishop|Blackwood|Bowen|Bradshaw|Brennan|Briggs|Burke|Caldwell|Calloway|Carver|Chandler|Chen|Clarke|Coleman|Conway|Cortez|Crawford|Dalton|Dawson|Delgado|Donovan|Drake|Duarte|Dunn|Ellison|Emerson|Farrell|Finch|Fletcher|Flores|Foster|Garner|Gibbs|Goodwin|Grayson|Greer|Hale|Hanley|Harding|Hartley|Hawkins|Hayes|Holloway|Hughes|Hurst|Ibrahim|Iverson|Jennings|Kapoor|Keating|Keller|Kendall|Khan|Kim|Kingsley|Lambert|Langley|Lawson|Lee|Lindqvist|Locke|Lowell|Maddox|Mahoney|Marsh|Mbeki|McBride|McKenna|Mehta|Mercer|Monroe|Morales|Morrison|Nakamura|Nash|Nguyen|Novak|Oakley|Okafor|Osborne|Owens|Palmer|Park|Parrish|Patel|Pearce|Porter|Quigley|Ramirez|Rao|Rhodes|Rivera|Rowe|Russo|Sandoval|Santos|Sharma|Sheldon|Sinclair|Singh|Sloan|Stanton|Sutton|Tanaka|Tate|Thornton|Townsend|Trent|Underwood|Vance|Vargas|Vaughn|Wallis|Walsh|Warner|Weaver|Whitaker|Whitfield|Wilder|Winslow|Wong|Woods|Yates|York',
    adjective:
      'Quiet|Curious|Rusty|Golden|Tiny|Hungry|Restless|Velvet|Crooked|Lucky|Sleepy|Paper|Midnight|Honest|Wandering|Blue|Wooden|Salty|Mellow|Clever|Grumpy|Electric|Frosty|Humble|Reckless|Second|Northern|Copper|Lost|Wild|Plain|Awkward|Urban|Slow|Little|Broken|Brave|Silver|Lazy|Secret',
    thing:
      'Kettle|Lantern|Compass|Anchor|Otter|Fox|Badger|Heron|Magpie|Moose|Turtle|Pigeon|Walrus|Teapot|Umbrella|Harbor|Orchard|Attic|Porch|Cabin|Bridge|Meadow|Canyon|Comet|Satellite|Typewriter|Notebook|Pencil|Button|Marble|Acorn|Biscuit|Pickle|Waffle|Pepper|Ladder|Wrench|Engine|Bicycle|Canoe|Suitcase|Postcard|Mailbox|Sparrow|Raven|Owl|Wolf|Bear|Whale|Lighthouse',
    thingB:
      'Workshop|Studio|Collective|Club|Society|Diaries|Files|Project|Report|Theory|Tapes|Sessions|Journal|House|Room|Corner|Yard|Garage|Kitchen|Academy|Crew|Department|Archive|Almanac',
    city: 'Bristol|Leeds|Austin|Portland|Denver|Dublin|Glasgow|Toronto|Vancouver|Melbourne|Perth|Auckland|Brighton|Cardiff|Belfast|Boston|Chicago|Nashville|Tucson|Seattle|Oakland|Detroit|Memphis|Halifax|Cork|Mumbai|Pune|Lagos|Nairobi|Manila|Cape Town|Singapore|Newcastle|Savannah|Galway',
    land: 'Japan|Iceland|Norway|Portugal|Vietnam|Peru|Morocco|Georgia|Scotland|Ireland|Korea|Mexico|Chile|Nepal|Patagonia|Alaska|the Alps|the Balkans|Sicily|Kenya|Taiwan|New Zealand',
    nick: 'nightowl|lunaticfox|mrpumpkin|pixelpanda|KiraKato|ToastGhost|sirwaffle|BeanBandit|CaptainNap|xOtter|MoldyBread|JuniperJinx|SodaWizard|TurboToaster|Noodle|Fizzbit|GlitchGoose|PunchyPear|HexaBee|OopsItsMe|SleepySteve|DuckTape|RadioMoth|Kettlebot|SneakyLlama|Mangoose|BlinkyBill|Cactus Jill|PogoPirate|VelcroVic|Snorkle|ByteSizedBen|ZigZagZoe|Crumbs|StaticSam|Wobble|PocketRaven|LoudLibrarian|FrostyBites|Quokka',
    nickTail: ' Plays| TV| Live|_|HD| Official|YT| Clips|: Uncut| VODs|99|X',
    kid: 'Bunny|Otter|Panda|Puppy|Dino|Robot|Duckling|Kitten|Tractor|Dragon|Penguin|Monkey|Bear|Koala|Elephant|Train|Giraffe|Hippo',
    kidWord: 'Bop|Bubbles|Hops|Rhymes|Giggles|Adventures|Playhouse|Songs|Toys|Surprise|Garden|Crafts|Club|Town|Party',
    role: 'Dentist|Pharmacist|Carpenter|Teacher|Nurse|Librarian|Trucker|Farmer|Plumber|Barista|Lawyer|Pilot|Chemist|Gardener|Mechanic|Engineer|Birder|Beekeeper|Minimalist|Introvert|Luthier|Tailor|Sailor|Baker|Translator|Historian',
  },
  derived: {
    things: { from: 'thing', form: plural },
    roles: { from: 'role', form: plural },
  },
  anyone: {
    person: ['{man} {surname}', '{woman} {surname}', '{man} {surname}', '{woman} {surname}', '{woman} {surname}', '{man} & {woman}', 'Just {woman}', "It's {man} {surname}"],
    general: [
      'The {adjective} {thing}', '{adjective} {thing}', '{thing} & {thing}', '{adjective} {thing} {thingB}', 'The {thing} {thingB}', 'The {adjective} {role}', '{thing} {thingB}',
      'Two {adjective} {things}', '{surname} & {surname}', 'House of {surname}', 'Ask a {role}', "{woman}'s {adjective} {thing}", 'The {surname} {thingB}', '{man} the {role}', 'One {adjective} {role}',
    ],
    nick: ['{nick}', '{nick}{nickTail}', '{nick}{n2}', '{man}{surname}', '{woman}{n2}', '{nick}{nickTail}', 'itz{woman}', 'not{man}{surname}'],
  },
  topics: {
    Gaming: ['{man} Plays', '{nick} Gaming', 'Pixel {thing}', '{adjective} {thing} Games', 'Retro {thing}', '{woman} Speedruns', 'Couch Co-op with {man}', 'Side Quest {surname}', 'Respawn {city}', '{thing} Arcade', 'Indie {thing}', 'Save Point {thingB}', 'Boss Fight {man}', 'Loot & {thing}', 'Cozy Games with {woman}', '{surname} Esports', 'Speedrun {thingB}', 'Checkpoint {city}'],
    Beauty: ['{woman} Does Makeup', 'Glow with {woman}', '{woman} {surname} Beauty', 'Skincare by {woman}', 'The {adjective} Vanity', 'Curls by {woman}', '{adjective} Lipstick {thingB}', 'Nails by {woman}', 'Beauty Notes {city}', 'Bare Face with {woman}', 'Fragrance {thingB}', '{woman} & Lashes', 'Skin Deep {surname}'],
    'Tech Reviews': ['{man} Tech', 'Unboxed by {man}', '{surname} Hardware', '{adjective} Circuit', 'Bench Tested with {man}', 'The {adjective} Laptop', 'Gadget {thing}', 'Cables & {things}', 'Silicon {thing}', '{man} Builds PCs', 'Camera {thingB}', 'Smart Home {surname}', 'Repair Shop {city}', 'Code with {woman}', '{man} {surname} Tech', 'Solder & {thing}', 'The {role} Codes', 'EV {thingB} {city}'],
    Fashion: ['{woman} {surname} Style', 'Thrifted by {woman}', 'The {adjective} Wardrobe', 'Sew with {woman}', '{surname} Menswear', 'Sneaker {thingB}', '{city} Street Style', 'Capsule {thingB}', 'Stitch & {thing}', 'Vintage {woman}', 'Knit with {woman}', 'Closet {thingB}'],
    Entertainment: ['The {man} {surname} Show', '{man} and {man} Talk', '{adjective} {thing} Podcast', 'Movie Night with {man}', '{thing} Theatre', 'Late Show {city}', 'Trailer {thingB}', 'Game Night {surname}', 'True Crime {thingB}', '{woman} Reads', 'Book Club {city}', 'Magic by {man}', '{surname} Racing', '{city} FC Fans', 'Fishing with {man}', '{thing} Rescue', 'Cars with {man}', 'Board Game {thingB}', 'Trick Shots with {man}'],
    Comedy: ['{man} {surname} Comedy', 'Sketchy {thing}', '{adjective} Uncles', 'Stand-up {city}', 'Bad Dad {man}', '{woman} Is Fine', '{adjective} Pranks', 'Awkward {man}', '{thing} Improv', 'Two {roles} Walk In', 'Mildly {adjective}', 'Laugh Track {surname}', 'Nonsense with {woman}'],
    Education: ['Learn Spanish with {woman}', 'Math with {man}', '{woman} Explains', 'History with {man}', 'Professor {surname}', '{adjective} Science', 'Chemistry with {woman}', 'Piano Lessons with {woman}', 'The {role} Explains', '{surname} Lectures', 'Ten Minute {role}', 'English with {woman}', 'Woodworking with {man}', 'Garden with {woman}', 'Maps & {things}', 'Python with {man}', 'Physics by {surname}', 'Draw with {woman}', 'Chess with {man}', '{city} History {thingB}', 'How {roles} Think', 'Grammar {thing}', 'Space with {woman}'],
    Fitness: ['{woman} {surname} Fitness', 'Yoga with {woman}', 'Lift with {man}', 'Run {city}', '{man} Trains', 'Pilates by {woman}', 'Kettlebell {man}', '{adjective} Barbell', 'Climb {city}', 'Stretch with {woman}', 'Marathon {man}', 'Home Workouts with {woman}', 'Boxing with {man}', 'Cycle {land}'],
    Vlogs: ['{woman} {surname}', '{man} Every Day', 'Life with {woman}', 'The {surname} Family', '{surname} Family Vlogs', '{woman} in {city}', 'Our {adjective} House', 'Cooking with {woman}', '{man} Cooks', 'Bake with {woman}', '{adjective} Spoon', 'Dad Bakes {things}', 'Off Grid with {man}', 'Van Life {surname}', 'Tidy with {woman}', '{woman} & {man}', 'Farm Days with {woman}', 'A Day with a {role}', 'Mum of Three', '{adjective} Kitchen', 'Tiny House {surname}', 'Moving to {land}'],
    Music: ['{woman} {surname} Music', 'The {adjective} {things}', '{adjective} {things} Official', 'Guitar with {man}', 'Lofi {thing}', '{surname} Quartet', 'DJ {thing}', '{man} on Drums', 'Covers by {woman}', '{thing} Records', 'Choir of {city}', 'Piano {thing}', '{adjective} Banjo', 'Beats by {man}', 'MC {thing}', 'Vinyl {thingB}'],
    Health: ['Dr. {surname}', 'Dr. {woman} {surname}', 'Ask Dr. {man}', 'Nurse {woman}', 'Calm with {woman}', '{surname} Physio', 'Sleep {thingB}', 'Eat Well with {woman}', 'The {adjective} Dietitian', 'Therapy with {woman}', 'Mindful {man}', 'Healthy {city}', 'Vet {woman} {surname}', 'Back Pain with {man}'],
    Travel: ['{man} in {land}', '{woman} Abroad', '{adjective} Backpack', 'Trains of {land}', 'Walk {land}', '{surname} Travels', 'Hostel {thingB}', 'Lost in {land}', '{woman} Goes to {land}', 'Slow Boat {surname}', 'Passport & {thing}', '{city} on Foot', 'Drone over {land}', 'Camp {thing}', 'Cycling {land}', '{man} Hitchhikes', 'Street Food {city}', 'Sailing {thing}'],
    Animation: ['{kid} {kidWord}', 'Tiny {kid}s TV', '{kid} & {kid} {kidWord}', 'Happy {kid} Kids', '{adjective} {thing} Animation', '{surname} Draws', 'Story Time with {woman}', 'Clay {kid}', 'Stop Motion {man}', 'Little {kid} Nursery Rhymes', '{kid} Town Cartoons', 'Anime with {woman}', 'Doodle {thing}', 'Bedtime {kid}', 'Cartoon {thingB}'],
    News: ['{city} Today', '{city} Live News', 'Morning {city}', 'The {surname} Report', '{city} Evening Post', 'World Brief with {woman}', 'Newsroom {city}', 'Markets with {man}', '{adjective} Headlines', 'The {city} Ledger', 'Weather {city}', 'Daily {thing}', 'Field Notes with {woman} {surname}'],
    Politics: ['{man} {surname} Explains Politics', 'The {adjective} Ballot', 'Policy with {woman}', '{surname} & {surname} Debate', 'Left Right {surname}', 'Capitol {thing}', 'Civics with {man}', 'Town Hall {city}', 'Fact Check {woman}', 'The {surname} Briefing', 'World Map {thingB}', 'Law with {woman}'],
  },
} // biome-ignore format: word lists

const PLURALS: Readonly<Record<string, string>> = { Moose: 'Moose', Wolf: 'Wolves' }

function plural(word: string): string {
  if (PLURALS[word] !== undefined) return PLURALS[word]
  if (/(?:s|x|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`
}
