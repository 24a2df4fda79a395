// SPDX-License-Identifier: MIT

package skills_test

import (
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

var names = []string{"home", "base", "iron mine"}

func TestWhatIsSaidOfPlacesAndOrders(t *testing.T) {
	for text, want := range map[string]skills.Said{
		"remember this place as base":                           {Kind: skills.Remember, Name: "base"},
		"Please remember this spot as the Iron Mine.":           {Kind: skills.Remember, Name: "iron mine"},
		"call this place my farm":                               {Kind: skills.Remember, Name: "farm"},
		"save here as camp":                                     {Kind: skills.Remember, Name: "camp"},
		"this is home":                                          {Kind: skills.Remember, Name: "home"},
		"set home":                                              {Kind: skills.Remember, Name: "home"},
		"set your home here":                                    {Kind: skills.Remember, Name: "home"},
		"get 128 oak logs with everyone":                        {Kind: skills.Share, Goal: "get 128 oak logs"},
		"Please get 64 cobblestone together with all the bots.": {Kind: skills.Share, Goal: "get 64 cobblestone"},
		"@all get 32 torches":                                   {Kind: skills.Share, Goal: "get 32 torches"},
		"everyone, get 10 bread":                                {Kind: skills.Share, Goal: "get 10 bread"},
		"get 64 sand all together":                              {Kind: skills.Share, Goal: "get 64 sand"},
		"hol 128 Eichenstämme mit allen":                        {Kind: skills.Share, Language: "de", Goal: "hol 128 Eichenstämme"},
		"forget base":                                           {Kind: skills.Forget, Name: "base"},
		"forget where the iron mine is":                         {Kind: skills.Forget, Name: "iron mine"},
		"what places do you know?":                              {Kind: skills.Places},
		"list places":                                           {Kind: skills.Places},
		"where is home?":                                        {Kind: skills.Where, Name: "home"},
		"what's in the chest?":                                  {Kind: skills.Chests},
		"list the chests":                                       {Kind: skills.Chests},
		"look in the chest":                                     {Kind: skills.Look},
		"put everything away":                                   {Kind: skills.Away},
		"store your stuff in the chest":                         {Kind: skills.Away},
		"always keep 10 torches":                                {Kind: skills.Order, When: skills.Unmet, Goal: "get 10 torches"},
		"Always have at least 16 bread on you.":                 {Kind: skills.Order, When: skills.Unmet, Goal: "get 16 bread"},
		"keep 10 torches at all times":                          {Kind: skills.Order, When: skills.Unmet, Goal: "get 10 torches"},
		"always wear iron armor":                                {Kind: skills.Order, When: skills.Unmet, Goal: "wear iron armor"},
		"every morning harvest the wheat":                       {Kind: skills.Order, When: skills.Dawn, Goal: "harvest the wheat"},
		"every morning, harvest the wheat, then go home":        {Kind: skills.Order, When: skills.Dawn, Goal: "harvest the wheat, then go home"},
		"harvest every morning the wheat":                       {Kind: skills.Order, When: skills.Dawn, Goal: "harvest the wheat"},
		"ernte jeden Morgen den Weizen":                         {Kind: skills.Order, Language: "de", When: skills.Dawn, Goal: "ernte den Weizen"},
		"this is home now":                                      {Kind: skills.Remember, Name: "home"},
		"merk dir den Ort hier als Lager":                       {Kind: skills.Remember, Language: "de", Name: "lager"},
		"whats in this chest":                                   {Kind: skills.Chests},
		"dump all ur stuff in the chest except tools":           {Kind: skills.Away},
		"harvest the wheat every day":                           {Kind: skills.Order, When: skills.Dawn, Goal: "harvest the wheat"},
		"whenever it gets dark, sleep":                          {Kind: skills.Order, When: skills.Dusk, Goal: "sleep"},
		"come home at night":                                    {Kind: skills.Order, When: skills.Dusk, Goal: "go home"},
		"eat when you're hungry":                                {Kind: skills.Order, When: skills.Hungry, Goal: "eat"},
		"every 10 minutes get 3 logs":                           {Kind: skills.Order, When: skills.Every, Every: 10 * time.Minute, Goal: "get 3 logs"},
		"get 3 logs every hour":                                 {Kind: skills.Order, When: skills.Every, Every: time.Hour, Goal: "get 3 logs"},
		"what orders do you have?":                              {Kind: skills.Orders},
		"standing orders":                                       {Kind: skills.Orders},
		"what are your standing orders?":                        {Kind: skills.Orders},
		"pause standing orders":                                 {Kind: skills.Pause},
		"pause order 2":                                         {Kind: skills.Pause, Number: 2},
		"resume orders":                                         {Kind: skills.Resume},
		"forget all standing orders":                            {Kind: skills.Cancel},
		"forget order 3":                                        {Kind: skills.Cancel, Number: 3},
		"stop keeping dirt":                                     {Kind: skills.Cancel, Name: "dirt"},
		"forget the dirt order":                                 {Kind: skills.Cancel, Name: "dirt"},
		"forget the order about torches":                        {Kind: skills.Cancel, Name: "torches"},
		"delete the second order":                               {Kind: skills.Cancel, Name: "second", Nth: 2},
		"cancel the last order":                                 {Kind: skills.Cancel, Name: "last", Nth: -1},
		"forget all orders":                                     {Kind: skills.Cancel},
		"what is in the second chest?":                          {Kind: skills.Chests, Name: "second", Nth: 2},
		"was ist in der zweiten Truhe?":                         {Kind: skills.Chests, Language: "de", Name: "zweiten", Nth: 2},
		"was liegt alles in meinen Kisten":                      {Kind: skills.Chests, Language: "de"},
		"¿qué hay en el cofre?":                                 {Kind: skills.Chests, Language: "es"},
		"qu'est-ce qu'il y a dans le coffre ?":                  {Kind: skills.Chests, Language: "fr"},
		"что в моих сундуках?":                                  {Kind: skills.Chests, Language: "ru"},
		"第二个箱子里有什么？":                                            {Kind: skills.Chests, Language: "zh", Name: "第 二 个", Nth: 2},
		"¿qué órdenes tienes?":                                  {Kind: skills.Orders, Language: "es"},
		"quels ordres as-tu ?":                                  {Kind: skills.Orders, Language: "fr"},
		"quais ordens você tem?":                                {Kind: skills.Orders, Language: "pt"},
		"какие у тебя приказы?":                                 {Kind: skills.Orders, Language: "ru"},
		"你有什么规则？":                                               {Kind: skills.Orders, Language: "zh"},
		"pausa la orden de las antorchas":                       {Kind: skills.Pause, Language: "es", Name: "antorchas"},
		"suspends l'ordre des torches":                          {Kind: skills.Pause, Language: "fr", Name: "torches"},
		"pausa a ordem das tochas":                              {Kind: skills.Pause, Language: "pt", Name: "tochas"},
		"приостанови приказ про факелы":                         {Kind: skills.Pause, Language: "ru", Name: "факелы"},
		"暂停火把的规则":                                               {Kind: skills.Pause, Language: "zh", Name: "火把"},
		"cancela la orden 2":                                    {Kind: skills.Cancel, Language: "es", Number: 2},
		"olvida la segunda orden":                               {Kind: skills.Cancel, Language: "es", Name: "segunda", Nth: 2},
		"annule l'ordre 2":                                      {Kind: skills.Cancel, Language: "fr", Number: 2},
		"cancela todas as ordens":                               {Kind: skills.Cancel, Language: "pt"},
		"отмени второй приказ":                                  {Kind: skills.Cancel, Language: "ru", Name: "второй", Nth: 2},
		"取消规则2":                                                 {Kind: skills.Cancel, Language: "zh", Number: 2},
		"别再带火把了":                                                {Kind: skills.Cancel, Language: "zh", Name: "火把"},
		"reanuda las órdenes":                                   {Kind: skills.Resume, Language: "es"},
		"ten siempre 10 antorchas":                              {Kind: skills.Order, Language: "es", Goal: "consigue 10 antorchas", When: skills.Unmet},
		"garde toujours 10 torches":                             {Kind: skills.Order, Language: "fr", Goal: "prends 10 torches", When: skills.Unmet},
		"tenha sempre 10 tochas":                                {Kind: skills.Order, Language: "pt", Goal: "pegue 10 tochas", When: skills.Unmet},
		"всегда держи 10 факелов":                               {Kind: skills.Order, Language: "ru", Goal: "достань 10 факелов", When: skills.Unmet},
		"总是带着10个火把":                                             {Kind: skills.Order, Language: "zh", Goal: "拿10个火把", When: skills.Unmet},
		"cada 5 minutos consigue 3 troncos":                     {Kind: skills.Order, Language: "es", Goal: "consigue 3 troncos", When: skills.Every, Every: 5 * time.Minute},
		"cancel every order":                                    {Kind: skills.Cancel},
		"cancel all orders":                                     {Kind: skills.Cancel},
		"pause the torch order":                                 {Kind: skills.Pause, Name: "torch"},
		"resume the order about torches":                        {Kind: skills.Resume, Name: "torches"},
		"how far away is the iron mine?":                        {Kind: skills.Where, Name: "iron mine"},
		"empty the chest":                                       {Kind: skills.Empty, Goal: "take everything from the chest"},
		"lösche den zweiten Dauerauftrag":                       {Kind: skills.Cancel, Name: "zweiten", Nth: 2, Language: "de"},
		"pausiere den Dauerauftrag über Fackeln":                {Kind: skills.Pause, Name: "fackeln", Language: "de"},
		"leere die Truhe":                                       {Kind: skills.Empty, Goal: "nimm alles aus der Truhe", Language: "de"},
		"merk dir diesen Ort als Basis":                         {Kind: skills.Remember, Name: "basis", Language: "de"},
		"hier ist unser zuhause":                                {Kind: skills.Remember, Name: "home", Language: "de"},
		"habe immer 10 Fackeln dabei":                           {Kind: skills.Order, When: skills.Unmet, Goal: "hol 10 Fackeln", Language: "de"},
		"jeden Abend schlaf":                                    {Kind: skills.Order, When: skills.Dusk, Goal: "schlaf", Language: "de"},
		"jeden Morgen ernte den Weizen":                         {Kind: skills.Order, When: skills.Dawn, Goal: "ernte den Weizen", Language: "de"},
		"pausiere die Aufträge":                                 {Kind: skills.Pause, Language: "de"},
		"setz die Daueraufträge aus":                            {Kind: skills.Pause, Language: "de"},
		"führe die Aufträge fort":                               {Kind: skills.Resume, Language: "de"},
		"pausa todos los encargos":                              {Kind: skills.Pause, Language: "es"},
		"pon en pausa las órdenes":                              {Kind: skills.Pause, Language: "es"},
		"mets en pause tous les ordres":                         {Kind: skills.Pause, Language: "fr"},
		"pause todas as tarefas":                                {Kind: skills.Pause, Language: "pt"},
		"поставь на паузу все задания":                          {Kind: skills.Pause, Language: "ru"},
		"停止所有的指令":                                               {Kind: skills.Pause, Language: "zh"},
		"暂停所有命令":                                                {Kind: skills.Pause, Language: "zh"},
		"merke dir diesen Ort als Mine":                         {Kind: skills.Remember, Name: "mine", Language: "de"},
		"recuerda este lugar como la mina":                      {Kind: skills.Remember, Name: "mina", Language: "es"},
		"retiens cet endroit comme la mine":                     {Kind: skills.Remember, Name: "mine", Language: "fr"},
		"guarde este lugar como mina":                           {Kind: skills.Remember, Name: "mina", Language: "pt"},
		"запомни это место как шахта":                           {Kind: skills.Remember, Name: "шахта", Language: "ru"},
		"记住这里叫矿井":                                               {Kind: skills.Remember, Name: "矿 井", Language: "zh"},
		"esta es mi casa":                                       {Kind: skills.Remember, Name: "home", Language: "es"},
		"c'est notre maison":                                    {Kind: skills.Remember, Name: "home", Language: "fr"},
		"aqui é minha casa":                                     {Kind: skills.Remember, Name: "home", Language: "pt"},
		"здесь мой дом":                                         {Kind: skills.Remember, Name: "home", Language: "ru"},
		"这里是我们的家":                                               {Kind: skills.Remember, Name: "home", Language: "zh"},
		"komm nachts nach Hause":                                {Kind: skills.Order, When: skills.Dusk, Goal: "geh nach hause", Language: "de"},
		"vuelve a casa cuando anochezca":                        {Kind: skills.Order, When: skills.Dusk, Goal: "ve a casa", Language: "es"},
		"rentre à la maison quand il fait nuit":                 {Kind: skills.Order, When: skills.Dusk, Goal: "rentre à la maison", Language: "fr"},
		"volte para casa à noite":                               {Kind: skills.Order, When: skills.Dusk, Goal: "volte para casa", Language: "pt"},
		"возвращайся домой, когда стемнеет":                     {Kind: skills.Order, When: skills.Dusk, Goal: "иди домой", Language: "ru"},
		"天黑就回家":                                                 {Kind: skills.Order, When: skills.Dusk, Goal: "回家", Language: "zh"},
		"consigue 64 arena con todos":                           {Kind: skills.Share, Goal: "consigue 64 arena", Language: "es"},
		"prends 64 sable tous ensemble":                         {Kind: skills.Share, Goal: "prends 64 sable", Language: "fr"},
		"pegue 64 areia com todo mundo":                         {Kind: skills.Share, Goal: "pegue 64 areia", Language: "pt"},
		"собери 64 песка вместе со всеми":                       {Kind: skills.Share, Goal: "собери 64 песка", Language: "ru"},
		"带大家一起收集64个圆石":                                          {Kind: skills.Share, Goal: "收集64个圆石", Language: "zh"},
		"iss, wenn du Hunger hast":                              {Kind: skills.Order, When: skills.Hungry, Goal: "iss etwas", Language: "de"},
	} {
		if want.Language == "" {
			want.Language = "en"
		}
		if got, ok := skills.Hear(text, names); !ok || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, ok, want)
		}
	}
}

// What other readers understand, and what names a place that nobody knows, is left.
func TestWhatIsLeft(t *testing.T) {
	for _, text := range []string{
		"get 10 torches", "go home", "where is iron?", "forget it", "forget the diamonds", "stop", "keep 3 of them", "keep going", "keep it",
		"kill zombies at night", "at night, get 3 logs", "when it gets dark, sleep", "sleep when it is dark", "put 3 dirt in the chest", "what is in your inventory?", "always", "eat", "remember", "every", "look at Steve",
		"get 3 logs every", "stop all orders", "wenn es dunkel wird, hol 3 Erde", "this is great", "pause", "resume", "hold on",
	} {
		if got, ok := skills.Hear(text, names); ok {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func known() skills.Known {
	at := map[string]game.Pos{"base": {X: 10, Y: 64, Z: -5}, "iron mine": {X: -3, Y: 12, Z: 40}, "home": {X: 1, Y: 70, Z: 2}}
	return skills.Known{
		Names: names, Died: &game.Pos{X: 7, Y: 8, Z: 9},
		Place: func(name string) *game.Pos {
			if p, ok := at[name]; ok {
				return &p
			}
			return nil
		},
		Box: func(out bool, _ func(string, game.Pos) string) (string, game.Pos, bool) {
			if out {
				return "barrel", game.Pos{X: 3, Y: 64, Z: 3}, true
			}
			return "chest", game.Pos{X: 4, Y: 64, Z: 4}, true
		},
	}
}

func TestPlacesAndChestsAreWordedAsCoordinates(t *testing.T) {
	for text, want := range map[string]string{
		"go home":                             "go to 1 70 2",
		"take me home":                        "go to 1 70 2",
		"bring mich nach Hause":               "geh zu 1 70 2",
		"come back home, please":              "go to 1 70 2, please",
		"go to base":                          "go to 10 64 -5",
		"Go to the Base":                      "go to 10 64 -5",
		"get 3 logs and go to the iron mine":  "get 3 logs and go to -3 12 40",
		"go home, then sleep":                 "go to 1 70 2, then sleep",
		"go to where you died":                "go to 7 8 9",
		"geh nach Hause":                      "geh zu 1 70 2",
		"take 3 bread from the chest":         "take 3 bread from the barrel at 3 64 3",
		"put all the dirt in my chest":        "put all the dirt in the chest at 4 64 4",
		"put 3 dirt in the chest and go home": "put 3 dirt in the chest at 4 64 4 and go to 1 70 2",
		"put 3 dirt in the chest at 9 9 9":    "put 3 dirt in the chest at 9 9 9",
		"put 3 dirt in a chest":               "put 3 dirt in a chest",
		"go to the base camp":                 "go to the base camp",
		"go to Steve":                         "go to Steve",
		"make a chest":                        "make a chest",
		"go to the homeless man":              "go to the homeless man",
		"guard my house":                      "guard 1 70 2",
		"protect the iron mine until morning": "protect -3 12 40 until morning",
		"guard base for 10 minutes":           "guard 10 64 -5 for 10 minutes",
		"bewache mein Haus":                   "bewache 1 70 2",
		"guard me":                            "guard me",
		"guard this place":                    "guard this place",
		"go to the chest":                     "go to 4 64 4",
		"go to the chest at 7 64 -8":          "go to 7 64 -8",
		"go over to the barrel at 7 64 -8":    "go to 7 64 -8",
		"geh zur Truhe":                       "geh zu 4 64 4",
		"geh zur Kiste bei 7 64 -8":           "geh zu 7 64 -8",
		"ve al cofre":                         "ve a 4 64 4",
		"ve al cofre en 7 64 8":               "ve a 7 64 8",
		"va au coffre":                        "va à 4 64 4",
		"vá até o baú":                        "vá para 4 64 4",
		"иди к сундуку":                       "иди к 4 64 4",
		"去箱子":                                 "去 4 64 4",
		"ve a casa":                           "ve a 1 70 2",
		"vuelve a casa":                       "ve a 1 70 2",
		"rentre à la maison":                  "va à 1 70 2",
		"volte para casa":                     "vá para 1 70 2",
		"иди домой":                           "иди к 1 70 2",
		"回家":                                  "去 1 70 2",
	} {
		if got := skills.Reword(text, known()); got.Text != want {
			t.Errorf("%q is worded %q, want %q", text, got.Text, want)
		}
	}
}

func TestAHouseThatNobodyKnowsIsWhereOneStands(t *testing.T) {
	none := skills.Known{Place: func(string) *game.Pos { return nil }}
	if r := skills.Reword("guard my house", none); r.Lacks != "" || r.Changed() {
		t.Errorf("it is %+v", r)
	}
	named := known()
	named.Names = append(slices.Clone(named.Names), "house")
	named.Place = func(string) *game.Pos { return &game.Pos{X: 9, Y: 9, Z: 9} }
	if r := skills.Reword("guard my house", named); r.Text != "guard 9 9 9" {
		t.Errorf("it is %+v", r)
	}
}

func TestAHomeThatNobodyKnowsIsNamed(t *testing.T) {
	none := skills.Known{Place: func(string) *game.Pos { return nil }}
	if r := skills.Reword("get 3 logs and go home", none); r.Lacks != "home" || r.Changed() {
		t.Errorf("it is %+v", r)
	}
	if r := skills.Reword("make a home", none); r.Lacks != "" {
		t.Errorf("it is %+v", r)
	}
}

func TestPartsOfTheNewTextStandForThoseThatWereTyped(t *testing.T) {
	text := "go home and get 3 logs"
	r := skills.Reword(text, known())
	for part, want := range map[string]string{"go to 1 70 2": "go home", "get 3 logs": "get 3 logs", "3 logs": "3 logs", "dirt": "dirt"} {
		if got := r.Typed(part); got != want {
			t.Errorf("%q stands for %q, want %q", part, got, want)
		}
	}
}

// TestNothingIsDugWhereThereIsNoRock, nor through what somebody built.
func TestNothingIsDugWhereThereIsNoRock(t *testing.T) {
	here, size := game.Cell{Y: 64}, skills.Size{Wide: 6, Deep: 1, High: 2}
	s := skills.StructureOf("tunnel")
	sites := func(change func(skills.Ground)) []skills.Spot {
		g := skills.Flat(here)
		change(g)
		return s.Sites(s.Cells(size), size, here, g)
	}
	fence := func(g skills.Ground) { g[game.Cell{X: 2, Y: 64}] = skills.Fill{Firm: true, Made: true} }
	rock := func(g skills.Ground) {
		for x := 3; x <= 6; x++ {
			g[game.Cell{X: x, Y: 64}], g[game.Cell{X: x, Y: 65}] = skills.Fill{Firm: true}, skills.Fill{Firm: true}
		}
	}
	tree := func(g skills.Ground) {
		g[game.Cell{X: 5, Y: 64}], g[game.Cell{X: 5, Y: 65}] = skills.Fill{Firm: true}, skills.Fill{Firm: true}
	}
	layer := func(g skills.Ground) {
		for x := 1; x <= 6; x++ {
			g[game.Cell{X: x, Y: 64}] = skills.Fill{Firm: true}
		}
	}
	wall := func(g skills.Ground) { // of dirt, with a window in it
		rock(g)
		g[game.Cell{X: 5, Y: 65, Z: 1}] = skills.Fill{Firm: true, Made: true}
		g[game.Cell{X: 5, Y: 65}] = skills.Fill{Firm: true}
	}
	for where, ground := range map[string]func(skills.Ground){
		"on open ground": func(skills.Ground) {}, "through a tree": tree, "through one layer of ground": layer, "through a fence": fence,
		"through a fence before rock": func(g skills.Ground) { fence(g); rock(g) }, "through a wall beside its window": wall,
	} {
		if got := sites(ground); len(got) > 0 {
			t.Errorf("%s: %v", where, got)
		}
	}
	if got := sites(rock); len(got) != 1 || got[0].Turn != 0 {
		t.Errorf("into rock: %v", got)
	}
	if got := s.Sites(s.Cells(size), size, here, nil); len(got) != 4 {
		t.Errorf("where nobody can look: %v", got)
	}
}
