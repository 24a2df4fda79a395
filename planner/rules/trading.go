// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// tradeSeconds is one trade in a window that is open.
const tradeSeconds = 1

// Trade is one trade of an item for another, and the most that it may take; false for what no
// villager offers that nobody traded with yet. Where professions differ it is the dearest.
func (r *Rules) Trade(takes, gives string) (o Op, most int, ok bool) {
	t := r.Version.Trading()
	m, _ := r.Version.Mob(t.Mob)
	likely := 0.0 // how many of a village's first of each profession offer it
	for _, offer := range t.Offers {
		if offer.Takes != takes || offer.Gives != gives {
			continue
		}
		likely += min(float64(t.Shown)/float64(offer.Of), 1)
		if most >= offer.Most() {
			continue
		}
		good := takes
		if takes == t.Coin {
			good = gives
		}
		o, most = op(game.Trade, good, r.ID(gives), offer.Count, float64(offer.Count), tradeSeconds), offer.Most()
		o.Takes, o.Lode = []Part{{r.IDsOf([]string{takes}), int32(offer.Price)}}, int32(offer.Uses)
	}
	if ok = m != nil && likely > 0; ok {
		o.Dimension, o.Setup = m.Dimension, m.Search/min(likely, 1)
		r.complete(&o)
	}
	return o, most, ok
}

// Deal is a want that swapping meets by a kind of action: so many of some items, or the coins
// that so many are sold for, with the most that one trade may take where so many coins were
// said. Its count is 0, and Most the price, for what is not worth so many, or one; false for
// what no villager trades that nobody traded with yet.
func (r *Rules) Deal(via game.Kind, items []string, n, said int, sell bool) (Want, bool) {
	coin := r.Version.Trading().Coin
	w := Want{Items: items, Count: n, Via: via}
	takes, gives := coin, items[0]
	if sell {
		takes, gives = gives, takes
		w.Items, w.Target = []string{coin}, takes
	}
	o, _, ok := r.Trade(takes, gives)
	switch {
	case via != game.Trade || !sell && gives == coin:
		return w, true
	case !ok:
		return w, false
	case !sell:
		w.Most = said * int(o.N) / max(n, 1)
		return w, true
	}
	price := int(o.Takes[0].Count)
	if w.Count = n / price; said > 0 && w.Count >= said {
		w.Count, w.Most = said, n/said
	} else if said > 0 || w.Count == 0 {
		w.Count, w.Most = 0, price
	}
	return w, true
}

// addTrades adds what villagers buy and sell.
func (r *Rules) addTrades() {
	done := map[[2]string]bool{}
	for _, offer := range r.Version.Trading().Offers {
		if o, _, ok := r.Trade(offer.Takes, offer.Gives); ok && !done[[2]string{offer.Takes, offer.Gives}] {
			r.Ops, done[[2]string{offer.Takes, offer.Gives}] = append(r.Ops, o), true
		}
	}
}
